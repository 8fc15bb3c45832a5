import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { components } from '../../generated/manager.ts';
import { createAuthority, issuePair } from '../../server/core/agents/pki/pki.testing.ts';
import { managerServerName } from '../../server/shared/pki/names.ts';
import { waitFor } from '../../test/support/wait.ts';
import { createManager, type Answer, type ManagerProcess } from '../../test/support/manager.ts';

type WebTls = components['schemas']['WebTls'];

const test = suite('the listener with a certificate of one’s own');
const ca = await createAuthority();
let folder: string;
let manager: ManagerProcess;

test.before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'web-tls-'));
  await put(await own());
  const env = { FLEETMEND_WEB_CERT_FILE: file('cert.pem'), FLEETMEND_WEB_KEY_FILE: file('key.pem') };
  manager = await createManager({ dataDir: path.join(folder, 'data'), port: 0, env });
  await manager.start();
  await manager.signIn();
});
test.after(async () => {
  await manager.stop();
  await rm(folder, { recursive: true, force: true });
});

const file = (name: string): string => path.join(folder, name);
const own = () => issuePair(ca, { kind: 'web', names: ['patch.example.org'] });

/** Writes the files as a renewal does: each whole or not at all. */
async function put(pair: { cert: string; key: string }): Promise<string> {
  for (const [name, text] of Object.entries({ 'cert.pem': pair.cert, 'key.pem': pair.key })) {
    await writeFile(file(`${name}.new`), text);
    await rename(file(`${name}.new`), file(name));
  }
  return hex(new X509Certificate(pair.cert));
}

const hex = ({ fingerprint256 }: X509Certificate): string => fingerprint256.replaceAll(':', '').toLowerCase();

/** The certificate that a new connection sees. */
async function seenAs(servername: string): Promise<{ fingerprint: string; isInternal: boolean }> {
  const socket = tls.connect({
    host: '127.0.0.1',
    port: manager.port,
    servername,
    rejectUnauthorized: false,
  });
  await once(socket, 'secureConnect');
  const seen = socket.getPeerX509Certificate();
  socket.destroy();
  if (!seen) throw new Error('no certificate was shown');
  const isInternal =
    seen.checkHost(managerServerName) !== undefined &&
    !seen.checkIssued(new X509Certificate(ca.certificatePem));
  return { fingerprint: hex(seen), isInternal };
}

const RELOADED = /was read again|was shown before stays/g;

/** As `systemctl reload` does; returns when the log says what came of it. */
async function reload(): Promise<void> {
  const before = manager.output.match(RELOADED)?.length ?? 0;
  process.kill(manager.pid, 'SIGHUP');
  await waitFor(() => (manager.output.match(RELOADED)?.length ?? 0) > before, {
    what: 'the files to be read',
  });
}

const told = (words: string): string =>
  manager.output.split('\n').findLast((line) => line.includes(words)) ?? '';

const choose = (strategy: string): Promise<Answer> =>
  manager.call('PUT', '/api/v1/settings', { web_tls_strategy: strategy });
const confirm = (): Promise<Answer<WebTls>> => manager.call('POST', '/api/v1/settings/web-tls/confirm');
const standing = (): Promise<WebTls> => manager.must('GET', '/api/v1/settings/web-tls');
const code = ({ status, body }: Answer<unknown>): string =>
  `${status} ${(body as { error?: { code: string } }).error?.code ?? ''}`.trim();

test('a change is shown to people at once, never to agents, and is confirmed over a new connection alone', async () => {
  assert.ok((await seenAs('patch.example.org')).isInternal);
  assert.is(code(await confirm()), '409 NOTHING_TO_CONFIRM');
  assert.is((await choose('custom')).status, 200);
  const { certificate, pending, problem } = await standing();
  assert.equal([pending?.previous, problem], ['internal_ca', null]);
  assert.equal(certificate?.names.at(-1), 'patch.example.org');
  assert.is((await seenAs('patch.example.org')).fingerprint, certificate?.fingerprint);
  assert.ok((await seenAs(managerServerName)).isInternal);
  const first = await confirm();
  assert.equal([code(first), first.headers.connection], ['409 TLS_NOT_CONFIRMED', 'close']);
  const second = await confirm();
  assert.equal([code(second), second.body.pending], ['200', null]);
  const { rows } = await manager.must<{ rows: { action: string; after: unknown }[] }>(
    'GET',
    '/api/v1/audit?limit=1',
  );
  assert.equal(
    rows.map(({ action, after }) => [action, after]),
    [['web_tls.confirmed', { web_tls_strategy: 'custom' }]],
  );
});

test('a renewed certificate is shown without a restart, and half a renewal takes nothing away', async () => {
  const before = (await seenAs('patch.example.org')).fingerprint;
  const renewed = await put(await own());
  await standing();
  assert.is((await seenAs('patch.example.org')).fingerprint, renewed);
  assert.is.not(renewed, before);
  await writeFile(file('key.pem'), (await own()).key);
  assert.match((await standing()).problem ?? '', /^The key is not that of the first certificate/);
  assert.is((await seenAs('patch.example.org')).fingerprint, renewed);
});

test('SIGHUP has the files read at once: a renewed certificate is shown, a wrong key is told as an error and changes nothing', async () => {
  const renewed = await put(await own());
  await reload();
  assert.is((await seenAs('patch.example.org')).fingerprint, renewed);
  assert.match(told('the certificate of web_cert_file was read again'), `"fingerprint":"${renewed}"`);
  await writeFile(file('key.pem'), (await own()).key);
  await reload();
  assert.is((await seenAs('patch.example.org')).fingerprint, renewed);
  const refused = told('the one that was shown before stays');
  assert.match(refused, '"level":"error"');
  assert.match(refused, 'The key is not that of the first certificate');
  assert.match(refused, `"shown":"${renewed}"`);
});

test('a certificate that cannot be used is refused, and nothing changes', async () => {
  assert.is((await choose('internal_ca')).status, 200);
  assert.is(code(await confirm()), '409 TLS_NOT_CONFIRMED');
  assert.is(code(await confirm()), '200');
  await writeFile(file('key.pem'), (await own()).key);
  const refused = await choose('custom');
  assert.is(code(refused), '409 CERTIFICATE_UNUSABLE');
  assert.match((refused.body as { error: { message: string } }).error.message, /^The key is not that/);
  assert.equal([(await standing()).strategy, (await standing()).pending], ['internal_ca', null]);
  assert.ok((await seenAs('patch.example.org')).isInternal);
  await rm(file('cert.pem'));
  assert.match((await standing()).problem ?? '', /cert\.pem cannot be read: ENOENT/);
  assert.is(code(await choose('off')), '400 VALIDATION_FAILED');
});

test.run();
