import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readContract } from '../../server/contract.ts';
import { editFaults } from './edits.ts';
import type { Contract } from './lists.ts';

const test = suite('lint: what people edit has names, and calls that can be asked');

/** docs/decisions/0035: agents are reached, or credentials made; a host is told apart by its address, a user by his own code. */
const BUT = {
  'createHost: does not take If-None-Match': 'its address is its key',
  'createHost: does not take validate_only': 'its agent is polled',
  'createHost: does not name NAME_TAKEN': 'HOST_EXISTS',
  'deleteHost: does not take validate_only': 'its certificate is revoked',
  'createUser: does not take If-None-Match': 'an account',
  'createUser: does not take validate_only': 'an account',
  'createUser: does not name NAME_TAKEN': 'USER_EXISTS',
  'updateUser: does not take validate_only': 'an account',
  'deleteUser: does not take validate_only': 'an account',
  'createRole: does not take validate_only': 'what accounts may do',
  'updateRole: does not take validate_only': 'what accounts may do',
  'deleteRole: does not take validate_only': 'what accounts may do',
  'createServiceAccount: does not take validate_only': 'an account',
  'updateServiceAccount: does not take validate_only': 'an account',
  'deleteServiceAccount: does not take validate_only': 'an account',
};

test('it has in the contract', () => {
  assert.equal(editFaults(readContract().document as unknown as Contract, BUT), []);
});

const header = (name: string) => ({ name, in: 'header' });
const asked = { name: 'validate_only', in: 'query' };

/** A contract in order, but for what is planted. */
function planted(more: { post?: object; put?: object; delete?: object }): Contract {
  const post = {
    operationId: 'createThing',
    'x-error-codes': { 409: ['NAME_TAKEN'] },
    parameters: [header('If-None-Match'), { $ref: '#/components/parameters/Asked' }],
    ...more.post,
  };
  const edit = { 'x-error-codes': { 412: ['PRECONDITION_FAILED'] }, parameters: [header('If-Match'), asked] };
  const item = {
    put: { operationId: 'updateThing', ...edit, ...more.put },
    delete: { operationId: 'deleteThing', ...edit, ...more.delete },
  };
  const components = { parameters: { Asked: asked } };
  return { paths: { '/things': { post }, '/things/{thing_id}': item }, components } as Contract;
}

test('each fault is found, and one with a reason is left out', () => {
  assert.equal(editFaults(planted({})), []);
  const of = (more: Parameters<typeof planted>[0]) => editFaults(planted(more));
  assert.equal(of({ post: { parameters: [asked] } }), ['createThing: does not take If-None-Match']);
  assert.equal(of({ post: { 'x-error-codes': {} } }), ['createThing: does not name NAME_TAKEN']);
  assert.equal(of({ put: { parameters: [asked] } }), ['updateThing: does not take If-Match']);
  assert.equal(of({ put: { 'x-error-codes': { 409: ['NAME_TAKEN'] } } }), [
    'updateThing: does not name PRECONDITION_FAILED',
  ]);
  assert.equal(of({ delete: { parameters: [header('If-Match')] } }), [
    'deleteThing: does not take validate_only',
  ]);
  const but = { 'createThing: does not name NAME_TAKEN': 'it has none' };
  assert.equal(editFaults(planted({ post: { 'x-error-codes': {} } }), but), []);
});

test.run();
