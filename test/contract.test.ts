import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { agentErrorCodes, agentOperations } from '../generated/agentOperations.ts';
import { managerErrorCodes, managerOperations } from '../generated/managerOperations.ts';
import { agentErrors } from '../server/shared/wire/agentErrors.ts';
import type { ErrorCatalogue, ErrorSpec } from '../server/shared/wire/appError.ts';
import { managerErrors } from '../server/shared/wire/managerErrors.ts';
import { core, plugins } from '../server/plugins.ts';

const test = suite('contract');

interface Declared {
  status: number | null;
  retryable: boolean;
}

function differences(declared: Readonly<Record<string, Declared>>, catalogue: ErrorCatalogue): string[] {
  return Object.entries(catalogue).flatMap(([code, spec]: [string, ErrorSpec]) => {
    const row = declared[code];
    if (!row) return [`${code} is not in the contract`];
    const same = row.retryable === spec.retryable && (row.status === null || row.status === spec.status);
    return same
      ? []
      : [`${code}: contract ${row.status}/${row.retryable}, code ${spec.status}/${spec.retryable}`];
  });
}

test('the error tables of both services say what the contract says', () => {
  const features = [...core, ...plugins];
  const thrown = Object.assign(
    {},
    managerErrors,
    ...features.map(({ errors }) => errors ?? {}),
  ) as ErrorCatalogue;
  assert.equal(differences(managerErrorCodes, thrown), []);
  assert.equal(differences(agentErrorCodes, agentErrors), []);
  const missing = Object.keys(agentErrorCodes).filter((code) => !(code in agentErrors));
  assert.equal(missing, []);
});

test('every operation has an owner and a permission', () => {
  for (const { operationId, feature, permission } of [...managerOperations, ...agentOperations]) {
    assert.ok(feature && permission, operationId);
  }
  const ids = managerOperations.map(({ operationId }) => operationId);
  assert.is(new Set(ids).size, ids.length);
});

test('what is built has a handler for every operation; what is left is counted', () => {
  const built = new Set([...core, ...plugins].map(({ name }) => name));
  const left = managerOperations.filter(({ feature }) => !built.has(feature));
  const features = [...new Set(left.map(({ feature }) => feature))];
  console.log(
    `not built yet: ${left.length} of ${managerOperations.length} operations (${features.join(', ')})`,
  );
  assert.ok(left.length < managerOperations.length);
});

test.run();
