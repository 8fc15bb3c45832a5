import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  moved,
  newRow,
  rowProblem,
  tidied,
  without,
  withGroups,
  withRole,
  withValue,
  type Row,
} from './mapping.ts';
import { claimOf, FORM, problemsOf, proposalsOf, secretState, sentOf, shown, type Oidc } from './oidc.ts';

const test = suite('web: what is entered for single sign-on');

const saved: Oidc = {
  enabled: true,
  provider_type: 'custom',
  display_name: 'Company',
  discovery_url: 'https://id.example.org',
  client_id: 'fleetmend',
  client_secret: '********',
  redirect_uri: '',
  scopes: '',
  auto_provision: true,
  role_claim: 'groups',
  role_mapping: [{ value: 'ops', role: 'operator' }],
  unmapped: 'reporter',
  mfa_acr_values: [],
  mfa_amr_values: [],
};
const values = { ...saved };

test('every field of the contract is on the page, once', () => {
  assert.equal(FORM.fields.map(({ name }) => name).sort(), Object.keys(saved).sort());
});

test('what was typed is shown over what is saved, and only the changes are sent', () => {
  assert.is(shown(values, { client_id: 'other' }).client_id, 'other');
  assert.is(shown(values, { client_id: 'other' }).display_name, 'Company');
  assert.equal(sentOf(values, {}), {});
  assert.equal(sentOf(values, { display_name: ' Company ', scopes: ' openid   email ' }), {
    scopes: 'openid email',
  });
  assert.equal(sentOf(values, { client_secret: ' with space ' }), { client_secret: ' with space ' });
  assert.equal(sentOf(values, { client_secret: null }), { client_secret: null });
  assert.equal(sentOf(values, { role_mapping: [{ value: ' ops ', role: 'operator' }] }), {});
});

test('before the first provider is saved, its issuer says what it is, and what is proposed is sent with it', () => {
  const fresh = {
    ...saved,
    enabled: false,
    display_name: '',
    discovery_url: '',
    client_id: '',
    client_secret: null,
  };
  assert.equal(proposalsOf(fresh, {}), { enabled: true });
  assert.equal(sentOf(fresh, {}), {}, 'looking at the form changes nothing');
  const entra = { discovery_url: 'https://login.microsoftonline.com/tenant/v2.0' };
  assert.equal(sentOf(fresh, entra), {
    ...entra,
    enabled: true,
    provider_type: 'provider_two',
    display_name: 'Microsoft Entra ID',
  });
  const keycloak = { discovery_url: 'https://id.example.org/realms/main' };
  assert.is(shown(fresh, keycloak).provider_type, 'provider_one');
  assert.is(shown(fresh, { ...keycloak, provider_type: 'custom' }).display_name, 'id.example.org');
  assert.is(shown(fresh, { ...keycloak, display_name: 'Harbour' }).display_name, 'Harbour');
  assert.is(shown(fresh, { discovery_url: 'https://id.example.org' }).provider_type, 'custom');
  assert.equal(proposalsOf(values, entra), {}, 'nothing once a provider is saved');
});

test('what the manager would refuse is told at its field', () => {
  const at = (change: Partial<Oidc>) => Object.keys(problemsOf({ ...saved, ...change }));
  assert.equal(at({}), []);
  assert.equal(at({ discovery_url: '', client_id: ' ' }), ['discovery_url', 'client_id']);
  assert.equal(
    at({ discovery_url: '', client_id: '', enabled: false }),
    [],
    'nothing is needed while it is off',
  );
  for (const discovery_url of [
    'http://id.example.org',
    'id.example.org',
    'https://u:p@id.example.org',
    'https://id.example.org/#x',
  ])
    assert.equal(at({ discovery_url }), ['discovery_url'], discovery_url);
  assert.equal(at({ discovery_url: 'https://id.example.org/.well-known/openid-configuration' }), []);
  assert.equal(at({ scopes: 'profile email' }), ['scopes']);
  assert.equal(at({ scopes: '  ' }), []);
  for (const redirect_uri of ['fleet', 'ftp://x.example/', 'https://x.example/?a', 'https://x.example/#a'])
    assert.equal(at({ redirect_uri }), ['redirect_uri'], redirect_uri);
  assert.equal(at({ redirect_uri: 'https://x.example/api/v1/auth/sso/callback' }), []);
  assert.equal(at({ role_claim: '' }), ['role_claim']);
  assert.equal(at({ role_claim: '', provider_type: 'provider_one' }), []);
  assert.equal(at({ role_mapping: [{ value: ' ', role: 'admin' }] }), ['role_mapping']);
});

test('an empty claim is that of the product', () => {
  assert.is(claimOf({ ...saved, role_claim: '' }), '');
  assert.is(claimOf({ ...saved, role_claim: '', provider_type: 'provider_one' }), 'realm_access.roles');
  assert.is(claimOf({ ...saved, role_claim: ' teams ', provider_type: 'provider_two' }), 'teams');
});

test('what becomes of the secret is known before it is saved', () => {
  const none = { ...values, client_secret: null };
  assert.is(secretState(none, {}), 'none');
  assert.is(secretState(none, { client_id: 'other' }), 'none');
  assert.is(secretState(none, { client_secret: 'x' }), 'new');
  assert.is(secretState(values, {}), 'kept');
  assert.is(secretState(values, { client_secret: null }), 'removed');
  assert.is(secretState(values, { client_id: 'other' }), 'cleared');
  assert.is(secretState(values, { client_id: ' fleetmend ' }), 'kept', 'the same');
  assert.is(secretState(values, { discovery_url: 'https://other.example' }), 'cleared');
  assert.is(secretState(values, { discovery_url: 'https://other.example', client_secret: 'x' }), 'new');
});

const a: Row = { value: 'a', role: 'reporter' };
const b: Row = { value: 'b', role: 'operator', group_ids: ['g1', 'g2'] };
const c: Row = { value: 'c', role: 'admin' };

test('rows are changed one by one', () => {
  assert.equal(withValue([a, b], 1, 'z'), [a, { ...b, value: 'z' }]);
  assert.equal(withRole([a, b], 1, 'reporter'), [a, { ...b, role: 'reporter' }]);
  assert.equal(
    withRole([a, b], 1, 'admin'),
    [a, { value: 'b', role: 'admin' }],
    'administrators see all hosts',
  );
  assert.equal(withGroups([a, b], 0, ['g1']), [{ ...a, group_ids: ['g1'] }, b]);
  assert.equal(withGroups([a, b], 1, null), [a, { value: 'b', role: 'operator' }]);
  assert.equal(without([a, b, c], 1), [a, c]);
});

test('rows move by one place, and not over the ends', () => {
  assert.equal(moved([a, b, c], 2, -1), [a, c, b]);
  assert.equal(moved([a, b, c], 0, 1), [b, a, c]);
  assert.equal(moved([a, b], 0, -1), [a, b]);
  assert.equal(moved([a, b], 1, 1), [a, b]);
});

test('a row needs a value, without spaces around it', () => {
  assert.is.not(rowProblem(newRow()), null);
  assert.is.not(rowProblem({ ...a, value: '  ' }), null);
  assert.is(rowProblem(a), null);
  assert.equal(tidied([{ ...b, value: ' b ' }]), [b]);
});

test.run();
