// time-limit: 300
/**
 * Every operation of the contract, called by an operator who may see half of the fleet, and by an API token that may,
 * while its owner sees all. The expectations are written by hand in the features' rows; an operation that is in none of
 * them fails the suite, so that none is forgotten. Each of the two has a manager of their own, for the figures of a
 * whole fleet are compared; what this process has compiled of the contract serves both.
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { managerOperations } from '../generated/managerOperations.ts';
import { calledBy, noHosts, scopeRows } from './support/features.ts';
import { call, refused, type Fleet } from './support/scope/calls.ts';
import { OF_THE_SCOPE_ITSELF } from './support/scope/itself.ts';
import { prepareScopedFleet } from './support/scope/prepare.ts';

const byRole = calledBy('administrators alone');

const ofTheTable = suite('the table of host scopes');

ofTheTable('each operation of the contract is in the table, and nothing else is', () => {
  const named = [...Object.keys(scopeRows), ...noHosts, ...byRole];
  assert.equal(named.sort(), managerOperations.map(({ operationId }) => operationId).sort());
});

ofTheTable.run();

for (const limited of ['an operator', 'a tool'] as const) {
  const test = suite<Fleet>(`host scope of ${limited}`);
  test.before((w) => prepareScopedFleet(w, limited));
  test.after(({ kit }) => kit.stop());
  for (const operationId of byRole)
    test(`${operationId} is an administrator's`, (w) => refused(call(w, operationId), 403, 'FORBIDDEN'));
  for (const [operationId, check] of Object.entries(scopeRows))
    test(`${operationId} keeps to the scope`, check);
  for (const [title, check] of Object.entries(OF_THE_SCOPE_ITSELF)) test(title, check);
  test.run();
}
