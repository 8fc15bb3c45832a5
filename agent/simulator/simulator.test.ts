import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { issueLeaf, parseCsr } from '../../server/core/agents/pki/index.ts';
import type { Authority } from '../../server/core/agents/pki/index.ts';
import { hostServerName } from '../../server/shared/pki/names.ts';
import { createAuthority, emptyCrl, issuePair } from '../testing/fakeManager.ts';
import type { ClientPair } from '../testing/fakeManager.ts';
import { makeCsr } from '../identity/identity.ts';
import { IdentityStore } from '../identity/store.ts';
import { machineIdOf } from './host.ts';
import { simulatedNames, startSimulator } from './simulator.ts';
import type { SimulatedAgent, Simulator } from './simulator.ts';

interface Context {
  dir: string;
  ca: Authority;
  manager: ClientPair;
  simulator: Simulator;
  agents: readonly [SimulatedAgent, SimulatedAgent, SimulatedAgent];
}

const test = suite<Context>('simulator');

test.before.each(async (context) => {
  context.dir = await mkdtemp(join(tmpdir(), 'fleetmend-simulator-'));
  context.ca = await createAuthority();
  context.manager = await issuePair(context.ca, { kind: 'manager' });
  const names = simulatedNames(3);
  for (const name of names) await enrollOffline(join(context.dir, name), context.ca);
  context.simulator = await startSimulator({
    dir: context.dir,
    names,
    listen: '127.0.0.1',
    port: 0,
    packages: { installed: 10, patches: 4, security: 1 },
  });
  context.agents = context.simulator.agents as never;
});

test.after.each(async ({ simulator, dir }) => {
  await simulator.stop();
  await rm(dir, { recursive: true, force: true });
});

async function enrollOffline(dataDir: string, ca: Authority): Promise<void> {
  const store = new IdentityStore(dataDir);
  await store.prepare();
  const { publicKeyPem } = parseCsr(await makeCsr(store, 'enrollment', 'sim'));
  const profile = { kind: 'host', hostId: randomUUID() } as const;
  await store.saveTrust(ca.certificatePem + emptyCrl(ca));
  await store.commit(issueLeaf({ ca, publicKeyPem, profile, now: new Date() }).certificatePem);
}

interface Answer {
  status: number;
  etag: string | undefined;
  data: Record<string, unknown>;
}

interface Asked {
  path: string;
  method?: string;
  body?: object;
  headers?: Record<string, string>;
  pair?: ClientPair | null;
}

function ask({ simulator, ca, manager }: Context, hostId: string, asked: Asked): Promise<Answer> {
  const { path, method = 'GET', body, headers = {}, pair = manager } = asked;
  return new Promise((resolve, reject) => {
    const call = request({
      host: '127.0.0.1',
      port: simulator.port,
      servername: hostServerName(hostId),
      ca: ca.certificatePem,
      key: pair?.key,
      cert: pair?.cert,
      agent: false,
      path,
      method,
      headers: body ? { 'content-type': 'application/json', ...headers } : headers,
    });
    call.once('error', reject);
    call.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.once('end', () => {
        const { statusCode: status = 0 } = response;
        const { data = {} } = (text === '' ? {} : JSON.parse(text)) as { data?: Record<string, unknown> };
        resolve({ status, etag: response.headers.etag, data });
      });
    });
    call.end(body && JSON.stringify(body));
  });
}

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

test('the server name chooses the agent, which answers for its own host', async (context) => {
  const ids = new Set<unknown>();
  for (const { hostId, name } of context.agents) {
    const { data } = await ask(context, hostId, { path: '/api/v1/system/info' });
    assert.is(data['hostname'], name);
    ids.add(data['machine_id']);
  }
  assert.is(ids.size, 3);
  assert.equal(context.simulator.answers(), { 'GET /api/v1/system/info 200': 3 });
});

test('a host that is not simulated here, and a caller that is not the manager, get no answer', async (context) => {
  const [{ hostId }] = context.agents;
  const path = '/health';
  assert.instance(await failureOf(ask(context, randomUUID(), { path })), Error);
  assert.instance(await failureOf(ask(context, hostId, { path, pair: null })), Error);
  const host = await issuePair(context.ca, { kind: 'host', hostId });
  assert.instance(await failureOf(ask(context, hostId, { path, pair: host })), Error);
  assert.equal(context.simulator.answers(), {});
});

test('an unchanged list costs a 304, and a changing one never does', async (context) => {
  const [{ hostId, backend }] = context.agents;
  const path = '/api/v1/patches';
  const first = await ask(context, hostId, { path });
  assert.is(first.data['total'], 4);
  assert.is(first.data['security_total'], 1);
  const again = (): Promise<Answer> =>
    ask(context, hostId, { path, headers: { 'if-none-match': first.etag ?? '' } });
  assert.is((await again()).status, 304);
  backend.changing = true;
  assert.is((await again()).status, 200);
  assert.is((await again()).data['total'], 4);
});

test('a patch changes one host and leaves the others', async (context) => {
  const [{ hostId, backend }, other] = context.agents;
  const headers = { 'idempotency-key': randomUUID() };
  const accepted = await ask(context, hostId, { path: '/api/v1/patches', method: 'POST', body: {}, headers });
  assert.is(accepted.status, 202);
  const jobPath = `/api/v1/jobs/${accepted.data['job_id']}`;
  let status: unknown = null;
  for (let tries = 0; tries < 500 && status !== 'completed'; tries += 1)
    status = (await ask(context, hostId, { path: jobPath })).data['status'];
  assert.is(status, 'completed');
  assert.is((await backend.listPatches()).patches.length, 0);
  assert.is((await other.backend.listPatches()).patches.length, 4);
});

test("a host that lies about its machine id tells a neighbour's", async (context) => {
  const [{ hostId, name, behaviour }] = context.agents;
  const path = '/api/v1/system/info';
  assert.is((await ask(context, hostId, { path })).data['machine_id'], machineIdOf(name));
  behaviour.lie = 'machine_id';
  assert.is((await ask(context, hostId, { path })).data['machine_id'], machineIdOf('sim-0002'));
});

test('a host that is off breaks connections, and comes back as another boot', async (context) => {
  const [first] = context.agents;
  const path = '/health';
  const bootOf = async (): Promise<unknown> => (await ask(context, first.hostId, { path })).data['boot_id'];
  const before = await bootOf();
  await first.powerOff();
  assert.instance(await failureOf(bootOf()), Error);
  await first.powerOn();
  assert.is.not(await bootOf(), before);
});

test('the hosts are shared out among the parts, and none is left out', async ({ dir }) => {
  const names = simulatedNames(3);
  const parts = await Promise.all(
    [0, 1].map((index) =>
      startSimulator({ dir, names, part: { index, of: 2 }, listen: '127.0.0.1', port: 0 }),
    ),
  );
  assert.equal(
    parts.map(({ agents }) => agents.map(({ name }) => name)),
    [['sim-0001', 'sim-0003'], ['sim-0002']],
  );
  await Promise.all(parts.map((part) => part.stop()));
});

test('a new certificate is served from the next connection on', async (context) => {
  const [{ hostId, identity }] = context.agents;
  const { data } = await ask(context, hostId, { path: '/api/v1/system/certificate/csr', method: 'POST' });
  const { publicKeyPem } = parseCsr(String(data['csr_pem']));
  const profile = { kind: 'host', hostId } as const;
  const { certificatePem, serial } = issueLeaf({ ca: context.ca, publicKeyPem, profile, now: new Date() });
  const body = { certificate_pem: certificatePem };
  const put = await ask(context, hostId, { path: '/api/v1/system/certificate', method: 'PUT', body });
  assert.is(put.data['serial_number'], serial);
  assert.is((await ask(context, hostId, { path: '/health' })).status, 200);
  assert.is(identity.identity.certificate.serialNumber.toLowerCase(), serial);
});

test.run();
