import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../server/shared/wire/appError.ts';
import { stopFakeAgents } from '../testing/fakeAgent.ts';
import { packages, setup } from '../testing/tasks.ts';

const test = suite('approved plans of install, update and remove');
test.after.each(stopFakeAgents);

type Kit = Awaited<ReturnType<typeof setup>>;
type Method = 'POST' | 'PUT' | 'DELETE';

interface Case {
  operation: string;
  method: Method;
  body: object;
  /** The package in question, its version afterwards, and a state in which the plan would be another one. */
  key: string;
  after: string | null;
  other: { version: string | null; available?: string };
}

const CASES: readonly Case[] = [
  {
    operation: 'install',
    method: 'POST',
    body: { packages: [{ name: 'curl' }] },
    key: 'curl:amd64',
    after: '8.0',
    other: { version: null, available: '8.1' },
  },
  {
    operation: 'update',
    method: 'PUT',
    body: { packages: [{ name: 'jq' }] },
    key: 'jq:amd64',
    after: '1.1',
    other: { version: '1.0', available: '1.2' },
  },
  {
    operation: 'remove',
    method: 'DELETE',
    body: { packages: [{ name: 'vim' }] },
    key: 'vim:amd64',
    after: null,
    other: { version: '9.0.1' },
  },
];

/** The ended job; the call must be accepted. */
async function ended(t: Kit, method: Method, body: object) {
  const jobId = await t.start(method, packages, body);
  assert.type(jobId, 'string', 'the call is accepted');
  return t.finished(jobId);
}

/** The hash that a dry run gives. */
async function planned(t: Kit, method: Method, body: object): Promise<string> {
  const job = await ended(t, method, { ...body, dry_run: true });
  return (job['plan'] as { plan_hash: string }).plan_hash;
}

/** Runs an approved plan; returns the error code of the job, null when it completed. */
async function codeOf(t: Kit, method: Method, body: object): Promise<string | null> {
  const job = await ended(t, method, body);
  return (job['error'] as { code: string } | null)?.code ?? null;
}

for (const { operation, method, body, key, after, other } of CASES) {
  test(`${operation}: exactly the approved plan runs, and another one ends with nothing changed`, async () => {
    const t = await setup();
    const plan_hash = await planned(t, method, body);
    const before = t.backend.packages.get(key) ?? { version: null };
    t.backend.packages.set(key, other);
    t.backend.lastRefreshedAt = new Date(0);
    t.backend.calls = [];
    assert.is(await codeOf(t, method, { ...body, plan_hash }), 'PLAN_CHANGED');
    assert.is(t.backend.packages.get(key)?.version, other.version);
    t.backend.packages.set(key, before);
    assert.is(await codeOf(t, method, { ...body, plan_hash }), null);
    assert.is(t.backend.packages.get(key)?.version, after);
    assert.equal(t.backend.calls, ['run', 'run'], 'no list was refreshed');
    await t.cleanUp();
  });
}

test('a removal that was interrupted is ended by its hash, though half of it is gone and known no more', async () => {
  const t = await setup();
  const body = { packages: [{ name: 'jq' }, { name: 'vim' }] };
  const plan_hash = await planned(t, 'DELETE', body);
  t.backend.onTransaction = async () => {
    t.backend.onTransaction = async () => {};
    t.backend.packages.delete('jq:amd64');
    throw new AppError('INTERRUPTED');
  };
  assert.is(await codeOf(t, 'DELETE', { ...body, plan_hash }), 'INTERRUPTED');
  const rest = await ended(t, 'DELETE', { ...body, plan_hash });
  assert.equal(
    [rest['status'], rest['changes']],
    ['completed', [{ name: 'vim', arch: 'amd64', from: '9.0', to: null }]],
  );
  const again = await ended(t, 'DELETE', { ...body, plan_hash });
  assert.equal([again['status'], again['changes']], ['completed', []], 'nothing is left of it');
  await t.cleanUp();
});

test('what somebody else has removed makes an approved removal another one', async () => {
  const t = await setup();
  const body = { packages: [{ name: 'jq' }, { name: 'vim' }] };
  const plan_hash = await planned(t, 'DELETE', body);
  t.backend.packages.delete('jq:amd64');
  assert.is(await codeOf(t, 'DELETE', { ...body, plan_hash }), 'PLAN_CHANGED');
  assert.is(t.backend.packages.get('vim:amd64')?.version, '9.0');
  const refused = await t.call('DELETE', packages, { body });
  assert.is(refused.json.error?.['code'], 'PACKAGE_NOT_FOUND', 'without a hash the call is refused');
  await t.cleanUp();
});

test('what the approved plan said about a rollback reaches the run; of a plan that nobody has made, nothing', async () => {
  const t = await setup();
  const body = { packages: [{ name: 'jq' }] };
  const said: unknown[] = [];
  const run = t.backend.run.bind(t.backend);
  t.backend.run = async (request, env, options) => {
    said.push((await options.promised?.()) ?? null);
    return run(request, env, options);
  };
  const dry = await ended(t, 'PUT', { ...body, dry_run: true });
  const { plan_hash, reversible } = dry['plan'] as { plan_hash: string; reversible: unknown };
  await ended(t, 'PUT', { ...body, plan_hash });
  await ended(t, 'PUT', { ...body, plan_hash: '0'.repeat(64) });
  await ended(t, 'PUT', body);
  assert.equal(said, [reversible, null, null]);
  assert.ok(reversible);
  await t.cleanUp();
});

test('an agent that holds to such plans says so', async () => {
  const t = await setup();
  const { json } = await t.call('GET', '/health');
  assert.ok((json.data?.['capabilities'] as string[]).includes('plan_hash_packages'));
  await t.cleanUp();
});

test.run();
