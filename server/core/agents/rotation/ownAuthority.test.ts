// time-limit: 180
/** Authorities made by OpenSSL: which are accepted, which are refused, and that agents follow. */
import { X509Certificate } from 'node:crypto';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '#server/shared/wire/appError.ts';
import { assertSuccessor, isRevoked, readTrust } from '#agent/identity/trust.ts';
import { actions, by, issue, openssl, setUp, tearDown, type World } from '../agents.testing.ts';
import { createAgents, type AgentsParts } from '../createService.ts';
import { believer, later, reach, round, run, verifies } from './rotation.testing.ts';

const test = suite<World>('authority of one’s own');
test.before.each(setUp);
test.after.each(tearDown);

const fileOf = ({ dir }: World, name: string): Promise<string> => readFile(join(dir, name), 'utf8');

const CA = 'basicConstraints = critical, CA:TRUE\nkeyUsage = critical, keyCertSign, cRLSign\n';

interface Made {
  cert: string;
  key: string;
}

interface CaOptions {
  days?: number;
  extensions?: string;
  newkey?: readonly string[];
  subject?: string;
}

const P256 = ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];

/** Makes a root by the commands of docs/secure/own-authority.md. */
async function rootOf(world: World, name: string, options: CaOptions = {}): Promise<Made> {
  const { days = 3_650, extensions = CA, newkey = P256, subject = `/O=Example/CN=${name}` } = options;
  const config = `[req]\ndistinguished_name = dn\nx509_extensions = ca\n[dn]\n[ca]\nsubjectKeyIdentifier = hash\n${extensions}`;
  const made = ['-keyout', `${name}.key`, '-out', `${name}.crt`];
  await openssl(
    world,
    [
      'req',
      '-x509',
      '-noenc',
      '-sha256',
      '-newkey',
      ...newkey,
      '-days',
      String(days),
      '-subj',
      subject,
      '-config',
      `${name}.cnf`,
      ...made,
    ],
    { [`${name}.cnf`]: config },
  );
  await catchUp(world);
  return { cert: await fileOf(world, `${name}.crt`), key: await fileOf(world, `${name}.key`) };
}

/** Signs a request as the administrator does at the offline root. */
async function signedBy(
  world: World,
  root: string,
  csrPem: string,
  {
    days = 1_825,
    extensions = 'basicConstraints = critical, CA:TRUE, pathlen:0\nkeyUsage = critical, keyCertSign, cRLSign\n',
  }: CaOptions = {},
): Promise<string> {
  const keys = ['-CA', `${root}.crt`, '-CAkey', `${root}.key`, '-CAcreateserial'];
  const ids = 'subjectKeyIdentifier = hash\nauthorityKeyIdentifier = keyid\n';
  await openssl(
    world,
    [
      'x509',
      '-req',
      '-sha256',
      '-in',
      'request.csr',
      ...keys,
      '-days',
      String(days),
      '-extfile',
      'intermediate.cnf',
      '-out',
      'intermediate.crt',
    ],
    { 'request.csr': csrPem, 'intermediate.cnf': `${extensions}${ids}` },
  );
  await catchUp(world);
  return fileOf(world, 'intermediate.crt');
}

/** Runs the exact commands of the operators' page, in their order, on the root's machine. */
async function asDocumented(world: World, csrPem: string) {
  const page = await readFile(join(import.meta.dirname, '../../../../docs/secure/own-authority.md'), 'utf8');
  const [, after = ''] = page.split('## A key that stays here');
  const [section = ''] = after.split('\n## ');
  const commands = [...section.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(([, block = '']) => block);
  assert.is(commands.length, 2);
  await writeFile(join(world.dir, 'request.csr'), csrPem);
  for (const command of commands) await promisify(execFile)('sh', ['-ec', command], { cwd: world.dir });
  await catchUp(world);
  const [root, intermediate, authority] = await Promise.all(
    ['root.crt', 'intermediate.crt', 'authority.pem'].map((name) => fileOf(world, name)),
  );
  return { root, intermediate, authority } as Record<'root' | 'intermediate' | 'authority', string>;
}

/** Moves the stopped clock to now, because OpenSSL's new certificates are not valid before. */
const catchUp = ({ app: { clock } }: World): Promise<void> =>
  clock.advance(Math.max(0, Date.now() - clock.now().getTime()));

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'taken',
    (error: unknown) => (error instanceof AppError ? `${error.code}: ${error.message}` : String(error)),
  );

async function finish(world: World, parts: AgentsParts): Promise<void> {
  await parts.service.rotation.finish(null, by);
  await parts.identity.refresh();
  assert.is((await round(world, parts)).phase, 'finished');
  await parts.sweep(run);
}

test('a key that stays here, its CSR signed by an offline root: agents follow, pins end in that root, and its list is believed', async (world) => {
  const parts = await createAgents(world.app.ctx);
  const { rotation, ca, transport } = parts.service;
  const [first, second] = [await believer(world), await believer(world)];
  const oldRoot = ca.rootPem();
  const { csrPem, publicKeySha256 } = await rotation.makeRequest(by);
  assert.equal((await rotation.request())?.publicKeySha256, publicKeySha256);
  const stored = JSON.stringify(await world.app.ctx.db.knex('agents_requests'));
  assert.not.match(stored, 'PRIVATE KEY', 'the key is sealed');
  const { root, intermediate, authority } = await asDocumented(world, csrPem);
  const offline = { cert: root };
  await rotation.beginWithOwn({ certificatesPem: authority, keyPem: null }, by);
  assert.is(await rotation.request(), null);
  await parts.identity.refresh();
  for (const host of [first, second]) await reach(world, parts, host);
  for (const root of [oldRoot, offline.cert]) assert.is(await verifies(parts, root), true);
  const rolled = await round(world, parts);
  assert.equal([rolled.hosts.done, rolled.hosts.failing], [2, 0]);
  assert.is(first.issuer(), new X509Certificate(intermediate).subject);
  for (const host of [first, second]) await reach(world, parts, host);
  await finish(world, parts);
  for (const host of [first, second]) await reach(world, parts, host);
  assert.is(
    new X509Certificate(ca.rootPem()).fingerprint256,
    new X509Certificate(offline.cert).fingerprint256,
  );
  assert.is(await verifies(parts, offline.cert), true);
  assert.is(await verifies(parts, oldRoot), false);
  const now = (await rotation.roots())[0];
  assert.equal(
    [now?.state, now?.issuerName, now?.publicKeySha256],
    ['in_use', 'O=Example, CN=Example root', ca.rootPin()],
  );

  await world.app.ctx.tx((tx) => ca.revokeAllOfHost(tx, { hostId: second.hostId }, by));
  await parts.revocations.check();
  const pem = `${ca.trustPem()}${(await ca.crl()).pem}`;
  const trust = readTrust(pem);
  const [own] = await ca.latestOf(first.hostId);
  const [revoked] = await ca.latestOf(second.hostId);
  assertSuccessor(trust, trust, new X509Certificate(own?.pem ?? ''), new Date());
  assert.equal(
    [own, revoked].map((one) => isRevoked(trust, new X509Certificate(one?.pem ?? ''))),
    [false, true],
  );
  const written = await actions(world);
  const requested = written.indexOf('ca.authority_requested');
  assert.ok(requested >= 0);
  assert.is(written[requested + 1], 'ca.rotation_begun');
  const text = await openssl(world, ['verify', '-CAfile', 'root.crt', '-untrusted', 'i.crt', 'host.crt'], {
    'i.crt': intermediate,
    'host.crt': own?.pem ?? '',
  });
  assert.match(text, 'host.crt: OK');
  void transport;
  parts.transport.stop();
});

test('an imported pair signs, and another manager goes on after the first is gone in the middle; then back to a root of the manager’s own', async (world) => {
  const { ctx } = world.app;
  const parts = await createAgents(ctx);
  const host = await believer(world);
  const rsa = await rootOf(world, 'imported', { newkey: ['rsa:3072'] });
  await parts.service.rotation.beginWithOwn({ certificatesPem: rsa.cert, keyPem: rsa.key }, by);
  parts.transport.stop();
  const rows = JSON.stringify([await ctx.db.knex('agents_keys'), await ctx.db.knex('kernel_audit')]);
  assert.not.match(rows, rsa.key.split('\n')[3] ?? '?', 'the key is sealed and in no log');
  const other = await createAgents(ctx);
  assert.is((await round(world, other)).hosts.done, 1);
  await reach(world, other, host);
  await finish(world, other);
  assert.match(host.issuer(), /CN=imported/);
  await other.service.rotation.begin(by);
  await other.identity.refresh();
  await round(world, other);
  await finish(world, other);
  await reach(world, other, host);
  assert.match(host.issuer(), /CN=Fleetmend CA/);
  other.transport.stop();
});

test('from one authority below an offline root to the next below the same, and to one that may sign no bridge', async (world) => {
  const parts = await createAgents(world.app.ctx);
  const { rotation } = parts.service;
  const host = await believer(world);
  const offline = await rootOf(world, 'offline');
  for (const round_ of [1, 2]) {
    const { csrPem } = await rotation.makeRequest(by);
    const intermediate = await signedBy(world, 'offline', csrPem);
    await rotation.beginWithOwn({ certificatesPem: `${intermediate}${offline.cert}`, keyPem: null }, by);
    await parts.identity.refresh();
    assert.is(await verifies(parts, offline.cert), true, String(round_));
    await round(world, parts);
    await finish(world, parts);
    await reach(world, parts, host);
  }
  const next = await rootOf(world, 'next');
  await rotation.beginWithOwn({ certificatesPem: next.cert, keyPem: next.key }, by);
  await parts.identity.refresh();
  assert.is(await verifies(parts, offline.cert), true, 'install lines name it until the end');
  await round(world, parts);
  await finish(world, parts);
  await reach(world, parts, host);
  assert.is(await verifies(parts, next.cert), true);
  await issue(world, host.hostId);
  parts.transport.stop();
});

test('what cannot work is refused before anything changes, with a sentence that says what to do', async (world) => {
  const parts = await createAgents(world.app.ctx);
  const { rotation, ca } = parts.service;
  const own = (certificatesPem: string, keyPem: string | null) =>
    refusal(rotation.beginWithOwn({ certificatesPem, keyPem }, by));
  const made = async (name: string, options: CaOptions) => {
    const { cert, key } = await rootOf(world, name, options);
    return own(cert, key);
  };
  const good = await rootOf(world, 'good');
  const other = await rootOf(world, 'other');
  assert.is(await own(good.cert, null), 'AUTHORITY_REQUEST_NOT_FOUND: AUTHORITY_REQUEST_NOT_FOUND');
  assert.match(await own(good.cert, other.key), /The key belongs to none of the certificates/);
  assert.match(await own(`${good.cert}${other.cert}`, good.key), /is a root itself: bring it alone/);
  assert.match(
    await made('nocrl', {
      extensions: 'basicConstraints = critical, CA:TRUE\nkeyUsage = critical, keyCertSign\n',
    }),
    /does not allow cRLSign/,
  );
  assert.match(
    await made('short', { days: 300 }),
    /ends too soon, in (299|300) days: have it made for 365 days/,
  );
  assert.match(
    await made('named', { extensions: `${CA}nameConstraints = critical, permitted;DNS:example.org\n` }),
    /name constraints/,
  );
  assert.match(
    await made('usage', { extensions: `${CA}extendedKeyUsage = emailProtection\n` }),
    /limited to other uses/,
  );
  assert.match(
    await made('odd', { extensions: `${CA}1.2.3.4 = critical, ASN1:UTF8String:x\n` }),
    /critical extension that is not understood \(1\.2\.3\.4\)/,
  );
  assert.match(
    await made('curve', { newkey: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-521'] }),
    /The key is of another kind: make one that is P-256, or RSA/,
  );
  const known = new X509Certificate(ca.rootPem()).subject.replace('CN=', '/CN=');
  assert.match(
    await made('twin', { subject: known }),
    /The name is that of an authority that is known already/,
  );

  const { csrPem } = await rotation.makeRequest(by);
  const signed = await signedBy(world, 'good', csrPem);
  assert.match(await own(signed, null), /The certificate of the root that signed it is missing/);
  assert.match(
    await own(`${signed}${other.cert}`, null),
    /The certificate of the root that signed it is missing/,
  );
  assert.match(await own(`${signed}${good.cert}${other.cert}`, null), /leave the others out/);
  await rootOf(world, 'narrow', { extensions: CA.replace('CA:TRUE', 'CA:TRUE, pathlen:0') });
  const narrow = `${await signedBy(world, 'narrow', csrPem)}${await fileOf(world, 'narrow.crt')}`;
  assert.match(await own(narrow, null), /allows no authority below it \(pathlen:0\)/);
  await rootOf(world, 'brief', { days: 400 });
  const brief = `${await signedBy(world, 'brief', csrPem)}${await fileOf(world, 'brief.crt')}`;
  assert.match(await own(brief, null), /ends later than its root/);
  await rotation.makeRequest(by);
  assert.match(
    await own(`${signed}${good.cert}`, null),
    /The key belongs to none of the certificates/,
    'of the request before',
  );
  assert.is(await rotation.latest(), null, 'nothing has begun');
  assert.is((await rotation.roots()).length, 1);
  await later(world);
  parts.transport.stop();
});

test.run();
