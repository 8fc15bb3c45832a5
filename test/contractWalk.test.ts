// time-limit: 300
/**
 * A client that knows nothing but the contract calls every operation, well and a little badly, and checks each answer
 * against it: the status, the headers, the body, and the code of each refusal. On the same manager it calls as those who
 * may not. At night test/contractRefusals.test.ts calls as badly as it can think of, and test/roles.test.ts as everybody.
 */
import * as assert from 'uvu/assert';
import { anonymousActor } from '../server/kernel/security/actor.ts';
import { mayCall } from '../server/kernel/security/permissions.ts';
import { testActor } from '#sdk/testing.ts';
import { features, namesIn } from './support/features.ts';
import { callersOf, named, namedBesides, needsFreshProof } from './support/roles/table.ts';
import { refuseCallers } from './support/walk/callers.ts';
import { operationNamed, operations } from './support/walk/contract.ts';
import { refuseOtherMethods, refuseSomeWrongInput, refuseUnknownIds } from './support/walk/refusals.ts';
import { repeatsRightly } from './support/walk/repeats.ts';
import { createWalk } from './support/walk/walk.ts';

const walk = createWalk('the walk through the contract', repeatsRightly);
const { test, ofEach } = walk;

test('each operation was answered well', ({ walker }) => {
  assert.is(walker.valid.size, operations.length);
});

ofEach(
  'some input that the contract forbids is refused, and the answer says where it is',
  refuseSomeWrongInput,
);
ofEach('a method that the path does not know is refused, and the others are named', refuseOtherMethods);
ofEach('what is not there is not found', refuseUnknownIds);

test('each feature has the rows of its own operations, and of no others', () => {
  for (const [feature, { callers, valid, last, mistakes = [], limits, scope, noHosts }] of Object.entries(
    features,
  )) {
    const called = [valid, last, limits, scope, ...mistakes.map(({ at }) => at)].flatMap((one) =>
      Object.keys(one ?? {}),
    );
    const listed = namesIn([...Object.values(callers), noHosts].join(' '));
    const foreign = [...called, ...listed].filter((name) => operationNamed(name).feature !== feature);
    assert.equal(foreign, [], feature);
  }
});

test('the tables of callers name the operations of the contract, the first one each of them once', () => {
  const twice = named.filter((name, index) => named.indexOf(name) !== index);
  const served = new Set<string>(operations.map(({ operationId }) => operationId));
  const missing = [...served].filter((name) => !named.includes(name));
  const unknown = [...named, ...namedBesides].filter((name) => !served.has(name));
  assert.equal({ missing, unknown, twice }, { missing: [], unknown: [], twice: [] });
});

test('the contract asks for the role and the proof that the tables say', () => {
  const people = [testActor('admin'), testActor('operator'), testActor('reporter'), anonymousActor];
  for (const { operationId, permission, isFresh } of operations) {
    const mayCallIt = people.filter((person) => mayCall(permission, person));
    const told = { callers: mayCallIt.map(({ role }) => role ?? 'nobody'), isFresh };
    const wanted = { callers: callersOf(operationId), isFresh: needsFreshProof(operationId) };
    assert.equal(told, wanted, operationId);
  }
});

refuseCallers(walk);

test.run();
