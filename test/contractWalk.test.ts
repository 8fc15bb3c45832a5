// time-limit: 600
/**
 * A client that knows nothing but the contract calls every operation, well and badly, and checks each answer against
 * it: the status, the headers, the body, and the code of each refusal.
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  documentedCodes,
  isCore,
  operationNamed,
  operations,
  type Operation,
} from './support/walk/contract.ts';
import {
  expiredToken,
  oldSession,
  callAgain,
  meetStrangeIds,
  refuse,
  refuseBodies,
  takeEachValue,
  refuseOldProofs,
  refuseOtherMethods,
  refuseOtherRoles,
  refuseStrangers,
  refuseUnknownIds,
  refuseWrongInput,
} from './support/walk/refusals.ts';
import { CALL_LIMITS, limitedOperations, refuseTooMany } from './support/walk/callLimits.ts';
import { LIMITS, refuseBeyond, refuseReports } from './support/walk/limits.ts';
import { refuseMistakes } from './support/walk/mistakes/mistakes.ts';
import { ROWS } from './support/walk/valid/rows.ts';
import { stopAgents } from './support/walk/valid/rest.ts';
import { Walker } from './support/walk/walker.ts';
import { core } from '../server/plugins.ts';
import { createPluginTest } from '../server/pluginTesting.ts';
import { IN_THE_KIT, openWorld, type World } from './support/walk/world.ts';

const test = suite<World>('the walk through the contract');

test.before(async (world) => {
  Object.assign(world, await openWorld());
});
test.after(async ({ stop }) => {
  await stop();
  await stopAgents();
});

/** The least number of documented errors, counted by operation; far fewer mean that the contract is read wrongly. */
const DOCUMENTED_AT_LEAST = 1_500;

/** Operations that are not called again: what they make would be in the way of others. */
const NOT_TWICE: ReadonlySet<string> = new Set([
  ...['createJob', 'createExposureException', 'createEnrollment', 'createWebhook', 'createNotificationRule'],
]);

const written = async ({ kit }: World, action: string): Promise<number> => {
  const rows = await kit.ctx.db.reader('kernel_audit').where('action', action).count({ rows: '*' });
  return Number((rows[0] as { rows: number }).rows);
};

test('each operation is in the table, and nothing else is', () => {
  const named = Object.keys(ROWS);
  const served = new Set(operations.map(({ operationId }) => operationId));
  assert.equal([...served.symmetricDifference(new Set(named))], []);
  for (const { operationId, method } of operations) {
    const row = ROWS[operationId];
    assert.ok(
      !row || method === 'GET' || 'writes' in row || 'none' in row,
      `${operationId} writes something`,
    );
  }
});

for (const [operationId, row] of Object.entries(ROWS))
  test(`${operationId} is answered as the contract says`, async (world) => {
    const before = 'writes' in row ? await written(world, row.writes) : 0;
    world.walker.deviations.clear();
    await row.by(world);
    assert.ok(world.walker.valid.has(operationId), 'it was called well');
    if ('writes' in row) assert.ok((await written(world, row.writes)) > before, `it writes ${row.writes}`);
    const operation = operationNamed(operationId);
    await takeEachValue(world, operation);
    if (!NOT_TWICE.has(operationId)) await callAgain(world, operation);
    assert.equal([...world.walker.deviations], []);
  });

const clean = ({ walker }: World): void => {
  const found = [...walker.deviations];
  walker.deviations.clear();
  if (found.length > 0) console.log(found.join('\n'));
  assert.equal(found, []);
};

/** Checks each operation with the call that was answered well; what the table made may be gone or changed by now. */
const ofEach = (title: string, check: (world: World, operation: Operation) => Promise<unknown>): void =>
  test(title, async (world) => {
    world.walker.deviations.clear();
    for (const operation of operations) await check(world, operation);
    clean(world);
  });

ofEach('ids of nothing are refused as the contract says', meetStrangeIds);
ofEach('input that the contract forbids is refused, and the answer says where it is', refuseWrongInput);
ofEach('a body that is none, of another type, or too large is refused', refuseBodies);
ofEach('a method that the path does not know is refused, and the others are named', refuseOtherMethods);
ofEach('what is not there is not found', refuseUnknownIds);

test('who has no token, a broken or an expired one is nobody', async (world) => {
  const expired = await expiredToken(world);
  for (const operation of operations) await refuseStrangers(world, operation, expired);
  clean(world);
});

test('who has not the role is refused', async (world) => {
  const people = [await world.person('rita', 'reporter'), await world.person('oscar', 'operator')];
  const bearers = {
    reporter: (await people[0]?.bearer()) ?? '',
    operator: (await people[1]?.bearer()) ?? '',
  };
  for (const operation of operations) await refuseOtherRoles(world, operation, bearers);
  clean(world);
});

test('whose proof is old is asked for another one', async (world) => {
  const bearer = await oldSession(world);
  for (const operation of operations) await refuseOldProofs(world, operation, bearer);
  clean(world);
});

for (const [operationId, { code }] of Object.entries(LIMITS))
  test(`${operationId} is refused with ${code} once there are as many as may be`, async (world) => {
    world.walker.deviations.clear();
    await refuseBeyond(world, operationId);
    clean(world);
  });

test('reports say what is wrong with a schedule, and what stands in their way', async (world) => {
  world.walker.deviations.clear();
  await refuseReports(world);
  clean(world);
});

test('what the form allows and the manager refuses is told by the code that the contract names', async (world) => {
  world.walker.deviations.clear();
  await refuseMistakes(world);
  clean(world);
});

test('of each operation that tells too many calls to wait, it is known how many those are', () => {
  const known = CALL_LIMITS.flatMap(({ refused }) => Object.keys(refused));
  assert.equal([...new Set(known).symmetricDifference(new Set(limitedOperations()))], []);
});

for (const limit of CALL_LIMITS)
  test(`of the ${limit.of} ${limit.most} are admitted, and no more`, async (world) => {
    world.walker.deviations.clear();
    await refuseTooMany(world, limit);
    clean(world);
  });

test('what is switched off says so, whatever it is called with', async (world) => {
  const others = core.filter(({ name }) => !IN_THE_KIT.includes(name));
  const off = await createPluginTest({ plugins: others, config: { validateResponses: false }, hosts: 1 });
  const walker = new Walker(off, world.walker);
  walker.bearer = () => Promise.resolve('test-admin');
  for (const operation of operations.filter((one) => !isCore(one))) {
    const { bearer: _bearer, ...right } = world.walker.valid.get(operation.operationId) ?? {};
    await refuse(walker, operation, right, { status: 404, codes: ['PLUGIN_DISABLED'], what: 'what is off' });
  }
  const windows = {
    operation: 'patch',
    target: { host_ids: off.hosts.map(({ id }) => id) },
    respect_windows: false,
  };
  const field = { status: 409, codes: ['PLUGIN_DISABLED'], what: 'a field of what is off' };
  await refuse(walker, operationNamed('createJob'), { body: windows }, field);
  const setting = { status: 409, codes: ['PLUGIN_DISABLED'], what: 'a section of what is off' };
  await refuse(walker, operationNamed('updateSettings'), { body: { oidc: { enabled: true } } }, setting);
  await off.stop();
  clean(world);
});

test('each operation was answered well, and with each error code that it names', ({ walker }) => {
  const documented = operations.flatMap((operation) =>
    [...documentedCodes(operation)].map((code) => `${operation.operationId} ${code}`),
  );
  console.log(
    `${walker.valid.size} of ${operations.length} operations were answered well; ` +
      `${documented.length} errors are documented, ${walker.calls} calls were made`,
  );
  assert.is(walker.valid.size, operations.length);
  assert.ok(documented.length >= DOCUMENTED_AT_LEAST, 'the codes are read');
  // A missing error needs a row in `support/walk/mistakes/`; one that cannot occur leaves the contract.
  assert.equal(
    documented.filter((pair) => !walker.seen.has(pair)),
    [],
  );
});

test.run();
