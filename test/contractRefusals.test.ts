// tier: night
// time-limit: 600
/**
 * A client that knows nothing but the contract calls every operation, well and as badly as it can think of, and checks
 * each answer against it: the status, the headers, the body, and the code of each refusal. In the end each error that an
 * operation names has been met. test/contractWalk.test.ts is what of it is worth its time by day.
 */
import * as assert from 'uvu/assert';
import { limits } from './support/features.ts';
import { documentedCodes, isCore, operationNamed, operations } from './support/walk/contract.ts';
import {
  callAgain,
  expiredToken,
  meetStrangeIds,
  refuse,
  refuseBodies,
  refuseOtherMethods,
  refuseStrangers,
  refuseUnknownIds,
  refuseWrongInput,
  takeEachValue,
} from './support/walk/refusals.ts';
import { CALL_LIMITS, limitedOperations, refuseTooMany } from './support/walk/callLimits.ts';
import { refuseCallers } from './support/walk/callers.ts';
import { refuseBeyond } from './support/walk/limits.ts';
import { refuseMistakes } from './support/walk/mistakes.ts';
import { createWalk } from './support/walk/walk.ts';
import { Walker } from './support/walk/walker.ts';
import { core } from '../server/plugins.ts';
import { createPluginTest } from '#sdk/testing.ts';
import { IN_THE_KIT } from './support/walk/world.ts';

/** The least number of documented errors, counted by operation; far fewer mean that the contract is read wrongly. */
const DOCUMENTED_AT_LEAST = 1_500;

/** Operations that are not called again: what they make would be in the way of others. */
const NOT_TWICE: ReadonlySet<string> = new Set(['createJob', 'createExposureException', 'createEnrollment']);

const walk = createWalk('everything that the contract refuses', async (world, operation) => {
  await takeEachValue(world, operation);
  if (!NOT_TWICE.has(operation.operationId)) await callAgain(world, operation);
});
const { test, judged, ofEach } = walk;

ofEach('ids of nothing are refused as the contract says', meetStrangeIds);
ofEach('input that the contract forbids is refused, and the answer says where it is', refuseWrongInput);
ofEach('a body that is none, of another type, or too large is refused', refuseBodies);
ofEach('a method that the path does not know is refused, and the others are named', refuseOtherMethods);
ofEach('what is not there is not found', refuseUnknownIds);

judged('who has no token, a broken or an expired one is nobody', async (world) => {
  const expired = await expiredToken(world);
  for (const operation of operations) await refuseStrangers(world, operation, expired);
});

refuseCallers(walk);

for (const [operationId, limit] of Object.entries(limits))
  judged(`${operationId} is refused with ${limit.code} once there are as many as may be`, (world) =>
    refuseBeyond(world, operationId, limit),
  );

judged(
  'what the form allows and the manager refuses is told by the code that the contract names',
  refuseMistakes,
);

test('of each operation that tells too many calls to wait, it is known how many those are', () => {
  const known = CALL_LIMITS.flatMap(({ refused }) => Object.keys(refused));
  assert.equal([...new Set(known).symmetricDifference(new Set(limitedOperations()))], []);
});

for (const limit of CALL_LIMITS)
  judged(`of the ${limit.of} ${limit.most} are admitted, and no more`, (world) =>
    refuseTooMany(world, limit),
  );

judged('what is switched off says so, whatever it is called with', async (world) => {
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
  const field = { status: 409, codes: ['FIELD_DISABLED'], what: 'a field of what is off' };
  await refuse(walker, operationNamed('createJob'), { body: windows }, field);
  const setting = { status: 409, codes: ['FIELD_DISABLED'], what: 'a section of what is off' };
  await refuse(walker, operationNamed('updateSettings'), { body: { oidc: { enabled: true } } }, setting);
  await off.stop();
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
  const elsewhere = [
    // Those need a hundred calls that wait: files.testing.ts of the reports has them.
    'downloadReport REPORTS_BUSY',
    'getReportFigures REPORTS_BUSY',
    // Nobody else serves the fields of a policy when plugins are off: policies.test.ts has them.
    'createPolicy FIELD_DISABLED',
    'updatePolicy FIELD_DISABLED',
    // A file that is sent compressed, and a key with another certificate: no call here is so.
    'importExposureDataSet UNSUPPORTED_MEDIA_TYPE',
    'renewCertificate IDEMPOTENCY_MISMATCH',
    // It has no input in which a second call could differ; and one is made before another could be asked for, so
    // backups.test.ts has that.
    'createBackup IDEMPOTENCY_MISMATCH',
    'createBackup BACKUP_RUNNING',
  ];
  // A missing error needs a row among the feature's mistakes; one that cannot occur leaves the contract.
  assert.equal(
    documented.filter((pair) => !walker.seen.has(pair) && !elsewhere.includes(pair)),
    [],
  );
});

test.run();
