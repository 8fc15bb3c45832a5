/** What wants the manager's real listener: over TLS, which the kit's own has not. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthority, issuePair } from '../../../server/core/agents/pki/pki.testing.ts';
import { createManager } from '../manager.ts';
import { operationNamed } from './contract.ts';
import type { World } from './world.ts';

/** Another certificate is chosen; the old connection does not confirm it, a new one does, and a second time nothing is left. */
export async function confirmOverTls({ walker }: World): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'walk-tls-'));
  const pair = await issuePair(await createAuthority(), { kind: 'web', names: ['patch.example.org'] });
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  writeFileSync(cert, pair.cert);
  writeFileSync(key, pair.key);
  const env = { FLEETMEND_WEB_CERT_FILE: cert, FLEETMEND_WEB_KEY_FILE: key };
  const manager = await createManager({ dataDir: join(folder, 'data'), port: 0, env });
  const met: string[] = [];
  try {
    await manager.start();
    await manager.signIn();
    await manager.must('PUT', '/api/v1/settings', { web_tls_strategy: 'custom' });
    const { method, path } = operationNamed('confirmWebTls');
    for (let count = 0; count < 3; count++) {
      const { status, body, headers } = await manager.call(method, path);
      const of = new Headers(headers as Record<string, string>);
      met.push(walker.meet('confirmWebTls', {}, { status, body, headers: of }).code ?? 'confirmed');
    }
    const { rows } = await manager.must<{ rows: { action: string }[] }>('GET', '/api/v1/audit?limit=1');
    met.push(rows[0]?.action ?? '');
  } finally {
    await manager.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const wanted = ['TLS_NOT_CONFIRMED', 'confirmed', 'NOTHING_TO_CONFIRM', 'web_tls.confirmed'];
  if (String(met) !== String(wanted)) walker.deviations.add(`confirmWebTls: ${String(met)}`);
}
