// tier: night
// needs: lab
// images: deb12-t0
// time-limit: 400
// Moves three real agents from the manager's own root to an authority below an offline root that OpenSSL keeps, and on
// to an imported pair. Each time one is off, and one is killed in the middle together with the manager.
import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { components } from '../generated/manager.ts';
import { managerUri } from '../server/shared/pki/names.ts';
import { agentArgv, enrollHost, enrollmentToken, startAgent, untilEnded } from './support/fleet.ts';
import type { FleetHost, WireJob } from './support/fleet.ts';
import { controllerAddress, lab } from './support/lab.ts';
import { createManager, type ManagerProcess } from './support/manager.ts';
import { runOrThrow } from './support/process.ts';
import { waitFor } from './support/wait.ts';

type Schemas = components['schemas'];

const PATH = '/api/v1/ca/rotation';
const IDENTITY = '/var/lib/fleetmend-agent/identity';
const PORT = 9443;
const P256 = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
const test = suite('an authority of one’s own over real hosts');
let manager: ManagerProcess;
let dir = '';
let hosts: [steady: FleetHost, killed: FleetHost, off: FleetHost];

const openssl = (...args: string[]): Promise<string> => runOrThrow(['openssl', ...args], { cwd: dir });
const fileOf = (name: string): Promise<string> => readFile(path.join(dir, name), 'utf8');

/** Makes a root as an administrator does, on a machine that the manager never sees. */
async function makeRoot(name: string): Promise<void> {
  const files = ['-keyout', `${name}.key`, '-out', `${name}.crt`];
  const extensions = ['-addext', 'keyUsage = critical, keyCertSign, cRLSign'];
  const subject = ['-subj', `/O=Example/CN=${name}`];
  await openssl(
    'req',
    '-x509',
    '-noenc',
    ...P256,
    '-sha256',
    '-days',
    '7300',
    ...subject,
    ...extensions,
    ...files,
  );
}

async function sign(root: string, csr: string, out: string, extensions: string, days: number): Promise<void> {
  await writeFile(path.join(dir, `${out}.cnf`), extensions);
  const keys = ['-CA', `${root}.crt`, '-CAkey', `${root}.key`, '-CAcreateserial'];
  const how = ['-sha256', '-days', String(days), '-extfile', `${out}.cnf`];
  await openssl('x509', '-req', '-in', csr, ...keys, ...how, '-out', `${out}.crt`);
}

/** Makes the certificate that a thief of the root's key would show to agents. */
async function forgeManager(root: string): Promise<void> {
  await openssl(
    'req',
    '-new',
    '-noenc',
    ...P256,
    '-subj',
    '/CN=thief',
    '-keyout',
    'thief.key',
    '-out',
    'thief.csr',
  );
  const names = `subjectAltName = URI:${managerUri}\nextendedKeyUsage = clientAuth\nbasicConstraints = CA:FALSE\n`;
  await sign(root, 'thief.csr', 'thief', names, 30);
}

/** Whether the agent answers a caller with the certificate of that name. */
async function answers({ lab: host }: FleetHost, name: string): Promise<boolean> {
  const [cert, key] = [await fileOf(`${name}.crt`), await fileOf(`${name}.key`)];
  return new Promise((resolve) => {
    const socket = connect({ host: host.address, port: PORT, cert, key, rejectUnauthorized: false }, () =>
      socket.write('GET /health HTTP/1.1\r\nHost: agent\r\nConnection: close\r\n\r\n'),
    );
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text.startsWith('HTTP/1.1 200')));
  });
}

const rotation = (probe: (body: Schemas['Rotation']) => boolean) =>
  manager.until<Schemas['RootRotation']>(PATH, ({ rotation: now }) => now !== null && probe(now), 120_000);

/** A file on a host's disk, read without a process in the host. */
const onDisk = ({ lab: host }: FleetHost, name: string): string =>
  readFileSync(path.join(host.root, IDENTITY, name), 'utf8');

const certificatesIn = (pem: string): string[] =>
  pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];

/** Kills the agent once it has made the key for its next certificate, which is then under way, or has just come. */
async function killInTheMiddle(host: FleetHost): Promise<void> {
  const pending = path.join(host.lab.root, IDENTITY, 'pending');
  const step = (): string => `${statSync(pending).mtimeMs} ${onDisk(host, 'agent.crt')}`;
  const before = step();
  await waitFor(() => step() !== before, {
    timeoutMs: 120_000,
    everyMs: 3,
    what: 'the next key of the host that is to be killed',
  });
  await Promise.all([host.agent.kill(), manager.kill()]);
}

async function startAgain(host: FleetHost): Promise<void> {
  host.agent = await startAgent(host.lab, manager, null);
}

/** Goes through the rotation until only the host that is off is left. */
async function walk(begin: () => Promise<void>): Promise<void> {
  const [, killed, off] = hosts;
  await off.agent.kill();
  const middle = killInTheMiddle(killed);
  await begin();
  await middle;
  await manager.start();
  await manager.signIn();
  await startAgain(killed);
  await rotation((now) => now.hosts.done === 2);
  const refused = await manager.call('POST', `${PATH}/finish`, {});
  assert.is(refused.status, 409);
  assert.is((refused.body['error'] as { code: string }).code, 'ROTATION_HOSTS_LEFT');
}

/** Asserts that a job completes on every host, over the current chains. */
async function assertReachable(all: readonly FleetHost[]): Promise<void> {
  const job = await manager.must<WireJob>('POST', '/api/v1/jobs', {
    operation: 'refresh',
    target: { host_ids: all.map(({ host }) => host.id) },
  });
  const ended = await untilEnded(manager, job, 120_000);
  assert.equal(
    ended.hosts.map(({ state }) => state),
    all.map(() => 'completed'),
    JSON.stringify(ended.hosts),
  );
}

/** Asserts the chain by OpenSSL inside the host, with the files that its agent keeps and nothing else. */
async function assertUnder(host: FleetHost, top: string, issuer: string, size: number): Promise<void> {
  const kept = certificatesIn(onDisk(host, 'ca.pem'));
  assert.is(kept.length, size, host.lab.name);
  assert.is(new X509Certificate(onDisk(host, 'agent.crt')).issuer, issuer, host.lab.name);
  const wanted = new X509Certificate(await fileOf(`${top}.crt`)).fingerprint256;
  const root = kept.find((pem) => new X509Certificate(pem).fingerprint256 === wanted);
  assert.ok(root, `${host.lab.name} does not know the root`);
  await host.lab.writeFile('/tmp/top.pem', `${root}\n`);
  const chain = ['-no-CApath', '-no-CAstore', '-CAfile', '/tmp/top.pem', '-untrusted', `${IDENTITY}/ca.pem`];
  const said = await host.lab.run(['openssl', 'verify', '-x509_strict', ...chain, `${IDENTITY}/agent.crt`]);
  assert.match(said, 'agent.crt: OK');
}

/** Waits until the manager gives this reason why it cannot reach the host; null: until it reaches it. */
const untilReason = ({ host }: FleetHost, reason: string | null) =>
  manager.until<Schemas['Host']>(
    `/api/v1/hosts/${host.id}`,
    ({ health_status, status_reason }) =>
      status_reason === reason && health_status === (reason === null ? 'healthy' : 'unreachable'),
    120_000,
  );

test.before(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'fleetmend-authority-'));
  await lab.startRepo('t0');
  manager = await createManager({ listen: controllerAddress });
  await manager.start();
  await manager.signIn();
  const { body, headers } = await manager.call<Schemas['Settings']>('GET', '/api/v1/settings');
  const polling = { ...body.polling, health_poll_interval_secs: 10 };
  const etag = { 'if-match': String(headers.etag) };
  assert.is((await manager.call('PUT', '/api/v1/settings', { polling }, undefined, etag)).status, 200);
  const token = await enrollmentToken(manager, 3);
  const enrolled = ['steady', 'killed', 'off'].map((name, index) =>
    enrollHost(manager, token, name, `10.77.0.${11 + index}`),
  );
  hosts = (await Promise.all(enrolled)) as typeof hosts;
});

test.after(async () => {
  await manager.stop();
  await lab.down();
  await rm(dir, { recursive: true, force: true });
});

test('below an offline root: the host that was off follows when it comes back, and what the old root has signed is refused', async () => {
  const [steady, , off] = hosts;
  await steady.lab.run(['cp', '-a', IDENTITY, `${IDENTITY}.old`]);
  await makeRoot('offline');
  await walk(async () => {
    const asked = await manager.must<Schemas['RootRotation']>('POST', '/api/v1/ca/request');
    await writeFile(path.join(dir, 'request.csr'), asked.request?.csr_pem ?? '');
    const constraints =
      'basicConstraints = critical, CA:TRUE, pathlen:0\nkeyUsage = critical, keyCertSign, cRLSign\n';
    const identifiers = 'subjectKeyIdentifier = hash\nauthorityKeyIdentifier = keyid\n';
    await sign('offline', 'request.csr', 'below', `${constraints}${identifiers}`, 1_825);
    const certificates_pem = `${await fileOf('below.crt')}${await fileOf('offline.crt')}`;
    await manager.must('POST', `${PATH}/own`, { certificates_pem });
  });
  await startAgain(off);
  await rotation((now) => now.hosts.done === 3);
  await manager.must('POST', `${PATH}/finish`, {});
  await rotation(({ phase }) => phase === 'finished');
  await assertReachable(hosts);
  const { subject } = new X509Certificate(await fileOf('below.crt'));
  for (const host of hosts) {
    await waitFor(() => certificatesIn(onDisk(host, 'ca.pem')).length === 2, { timeoutMs: 90_000 });
    await assertUnder(host, 'offline', subject, 2);
  }

  // Puts a host's disk back as it was before.
  await steady.agent.kill();
  await steady.lab.run(['sh', '-c', `mv ${IDENTITY} ${IDENTITY}.new && cp -a ${IDENTITY}.old ${IDENTITY}`]);
  await startAgain(steady);
  await untilReason(steady, 'CERTIFICATE_INVALID');
  await steady.agent.kill();
  await steady.lab.run(['sh', '-c', `rm -r ${IDENTITY} && mv ${IDENTITY}.new ${IDENTITY}`]);
  await startAgain(steady);
  await untilReason(steady, null);
  await forgeManager('offline');
  assert.ok(await answers(steady, 'thief'), 'the root that counts may sign a manager');
});

test('an imported pair: who is left behind is named and refused, and comes back when it is enrolled again', async () => {
  const [steady, killed, off] = hosts;
  await makeRoot('imported');
  await walk(async () => {
    const pair = { certificates_pem: await fileOf('imported.crt'), key_pem: await fileOf('imported.key') };
    await manager.must('POST', `${PATH}/own`, pair);
  });
  await manager.must('POST', `${PATH}/finish`, { reason: 'It lies in a drawer.' });
  await rotation(({ phase }) => phase === 'finished');
  await assertReachable([steady, killed]);
  const { subject } = new X509Certificate(await fileOf('imported.crt'));
  for (const host of [steady, killed]) {
    await waitFor(() => certificatesIn(onDisk(host, 'ca.pem')).length === 1, { timeoutMs: 90_000 });
    await assertUnder(host, 'imported', subject, 1);
    assert.not.ok(await answers(host, 'thief'), `${host.lab.name} believes the root that was taken out`);
  }

  await startAgain(off);
  await untilReason(off, 'CERTIFICATE_INVALID');
  await off.agent.kill();
  const again = await off.lab.spawn([...(await agentArgv()), 'enroll', '--again'], {
    env: {
      FLEETMEND_AGENT_MANAGER_URL: manager.url,
      FLEETMEND_AGENT_ADVERTISE_ADDRESS: off.lab.address,
      FLEETMEND_AGENT_ENROLLMENT_TOKEN: await enrollmentToken(manager),
    },
  });
  const asked = await manager.until<Schemas['EnrollmentRequest'][]>(
    '/api/v1/admin/enrollments',
    (list) => list.length > 0,
  );
  await manager.must('POST', `/api/v1/admin/enrollments/${asked[0]?.id}/approve?replace=true`);
  assert.is((await again.exited).code, 0, again.output);
  await startAgain(off);
  await untilReason(off, null);
  await assertReachable(hosts);
  await assertUnder(off, 'imported', subject, 1);
});

test.run();
