// time-limit: 300
/**
 * Every operation of the contract, called by an operator who may see half of the fleet, and by an API token that may,
 * while its owner sees all. The expectations are written by hand in support/scope/; an operation that is not in its
 * table fails the suite, so that none is forgotten. Each of the two has a manager of their own, for the figures of a
 * whole fleet are compared; what this process has compiled of the contract serves both.
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { managerOperations } from '../generated/managerOperations.ts';
import { call, refused, type World } from './support/scope/calls.ts';
import { OF_THE_SCOPE_ITSELF } from './support/scope/itself.ts';
import { prepareScopedFleet } from './support/scope/prepare.ts';
import { EXPECTED } from './support/scope/table.ts';

const ofTheTable = suite('the table of host scopes');

ofTheTable('each operation of the contract is in the table, and nothing else is', () => {
  const inContract = new Set<string>(managerOperations.map(({ operationId }) => operationId));
  assert.equal([...inContract.symmetricDifference(new Set(Object.keys(EXPECTED)))], []);
});

ofTheTable.run();

for (const limited of ['an operator', 'a tool'] as const) {
  const test = suite<World>(`host scope of ${limited}`);
  test.before((w) => prepareScopedFleet(w, limited));
  test.after(({ kit }) => kit.stop());
  for (const [operationId, expected] of Object.entries(EXPECTED)) {
    if (expected === 'no hosts' || expected === 'agents') continue;
    test(`${operationId} keeps to the scope`, async (w) => {
      if (expected === 'role') return refused(call(w, operationId), 403, 'FORBIDDEN');
      return expected(w);
    });
  }
  for (const [title, check] of Object.entries(OF_THE_SCOPE_ITSELF)) test(title, check);
  test.run();
}
