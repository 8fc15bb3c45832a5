/** Calls that need the manager's real listener: over TLS, which the test kit's own has not. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthority, issuePair } from '#server/core/agents/pki/pki.testing.ts';
import { createManager, type ManagerProcess } from '../manager.ts';
import { operationNamed } from './contract.ts';
import type { Walker } from './walker.ts';
import type { World } from './world.ts';

/** A call to that manager, checked like all others; returns what is wrong with it, or null. */
type CallThere = (operationId: string, more?: { body?: object; token?: null }) => Promise<string | null>;

/**
 * Chooses another certificate; the old connection does not confirm it, a new one does, and a second time nothing is
 * left to confirm.
 */
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
    const callThere = callsTo(walker, manager);
    for (let count = 0; count < 3; count++) met.push((await callThere('confirmWebTls')) ?? 'confirmed');
    const { rows } = await manager.must<{ rows: { action: string }[] }>('GET', '/api/v1/audit?limit=1');
    met.push(rows[0]?.action ?? '');
    await refusePasskeys(walker, callThere);
  } finally {
    await manager.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const wanted = ['TLS_NOT_CONFIRMED', 'confirmed', 'NOTHING_TO_CONFIRM', 'web_tls.confirmed'];
  if (String(met) !== String(wanted)) walker.deviations.add(`confirmWebTls: ${String(met)}`);
}

const callsTo =
  (walker: Walker, manager: ManagerProcess): CallThere =>
  async (operationId, { body, token = manager.accessToken } = {}) => {
    const { method, path } = operationNamed(operationId);
    const answer = await manager.call(method, path, body, token);
    const headers = new Headers(answer.headers as Record<string, string>);
    return walker.meet(operationId, {}, { ...answer, headers }).code;
  };

/** This manager is called by its address, but passkeys belong to names. */
async function refusePasskeys(walker: Walker, callThere: CallThere): Promise<void> {
  const met = [
    await callThere('startWebauthnAuthentication', { token: null }),
    await callThere('startWebauthnRegistration', { body: {} }),
    await callThere('startReauthentication'),
  ];
  if (met.some((code) => code !== 'WEBAUTHN_UNAVAILABLE'))
    walker.deviations.add(`passkeys by an address: ${met.join(', ')}`);
}
