/** The set-up of the suite of API tokens. */
import { definePlugin } from '#sdk';
import type {} from './api.ts';
import { setUp, type World } from './users.testing.ts';

/** Accounts that must first set up a second factor. */
export const owing = new Set<string>();
const factors = definePlugin({
  name: 'factors',
  requires: ['users'],
  setup: () => ({
    routes: {},
    hooks: {
      'users.tokenOwner': async ({ account }) => (owing.has(account.id) ? 'refused' : 'fit'),
    },
  }),
});

export const setUpTokens = (world: World): Promise<void> => setUp(world, [factors]);
