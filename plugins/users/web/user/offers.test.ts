import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { User } from '#web/core/schema.ts';
import { offersOf } from './offers.ts';

const test = suite('users: what can be done with one');

const olga: User = {
  id: '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21',
  username: 'olga',
  display_name: null,
  email: null,
  role: 'operator',
  disabled: false,
  mfa_enabled: false,
  must_change_password: false,
  has_password: true,
  sso_linked: false,
  scope_group_ids: null,
  created_at: '2026-01-15T08:30:00.000Z',
  last_login_at: null,
  edit_version: 1,
};
const admin = { id: '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e22' };
const keys = (user: User, reader = admin): string[] =>
  offersOf(user, reader, () => true).map(({ key, reason }) => (reason === null ? key : `(${key})`));

test('what fits the account is offered', () => {
  assert.equal(keys(olga), ['password', 'sessions', 'tokens', 'disable', 'delete']);
  assert.equal(keys({ ...olga, disabled: true }), ['password', 'sessions', 'tokens', 'enable', 'delete']);
  assert.equal(keys({ ...olga, mfa_enabled: true, sso_linked: true }), [
    'password',
    'sessions',
    'tokens',
    'factors',
    'sso',
    'disable',
    'delete',
  ]);
  assert.equal(keys({ ...olga, has_password: false, sso_linked: true }), [
    'password',
    'sessions',
    'tokens',
    'disable',
    'delete',
  ]);
});

test('nobody shuts themselves out, and the page says who can', () => {
  assert.equal(keys(olga, olga), ['(password)', 'sessions', 'tokens', '(disable)', '(delete)']);
});

test('what is not served is not offered', () => {
  const served = offersOf(
    { ...olga, mfa_enabled: true },
    admin,
    (operation) => operation !== 'disableUserMfa',
  );
  assert.not(served.some(({ key }) => key === 'factors'));
});

test.run();
