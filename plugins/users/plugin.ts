import { definePlugin } from '#sdk';
import { refuseTools } from './access.ts';
import type { UsersService } from './api.ts';
import { EXPIRED_KEPT_MS } from './domain.ts';
import { createTables } from './migrations/001_create_tables.ts';
import { userRoutes } from './routes.ts';
import {
  countScoped,
  groupUses,
  scopesOf,
  hostScopeFor,
  keepGroup,
  refuseScoped,
  scopeFacts,
  setAccountScope,
} from './service/scopes.ts';
import { handsOn, keepRoleOfServices } from './service/serviceAccounts.ts';
import { roleSearch, toolSearch, userSearch } from './service/search.ts';
import { tokenCommands } from './commands.ts';
import { cleanTokens, dropTokensOf, keepRole, keepWaiting, removeOf } from './service/tokens.ts';
import { tokenVerifier } from './service/verifier.ts';

const CLEAN_EVERY_MS = 60 * 60_000;

/** Accounts of people, their sessions, the API tokens of their tools, and which hosts each of them sees. */
export const usersPlugin = definePlugin({
  name: 'users',
  requires: ['identity', 'hosts', 'notifications?'],
  migrations: [createTables],
  commands: tokenCommands,
  errors: {
    SESSION_NOT_FOUND: { status: 404, retryable: false, message: 'There is no such session of this user.' },
    API_TOKEN_NOT_FOUND: {
      status: 404,
      retryable: false,
      message: 'There is no such API token of this user.',
    },
    API_TOKEN_REQUIRED: {
      status: 409,
      retryable: false,
      message: 'An API token gives itself another secret; you are not calling with one.',
    },
    SERVICE_ACCOUNT_NOT_FOUND: {
      status: 404,
      retryable: false,
      message: 'There is no such service account.',
    },
    SERVICE_ACCOUNT_EXPIRED: {
      status: 409,
      retryable: false,
      message: 'The end of this service account is past. Give it a later one first.',
    },
    SERVICE_ACCOUNT_LIMIT_REACHED: {
      status: 409,
      retryable: false,
      message: 'There are as many service accounts as there may be; delete some that are not used.',
    },
    API_TOKEN_LIMIT_REACHED: {
      status: 409,
      retryable: false,
      message: 'You have reached the limit of API tokens for one user; revoke some that are not used.',
    },
    SSO_NOT_LINKED: {
      status: 409,
      retryable: false,
      message: 'This user has never signed in by single sign-on, and could not sign in without a password.',
    },
  },
  // Without this plugin, everybody would see all hosts.
  gate: { by: 'users who are kept to groups of hosts', enabled: ({ reader }) => countScoped(reader) },
  setup(ctx) {
    ctx.core.identity.addVerifier(tokenVerifier(ctx));
    const service: UsersService = {
      scopeOf: async (tx, accountId) => (await scopesOf(tx.knex, [accountId])).get(accountId) ?? null,
      handsOn: (id) => handsOn(ctx, id),
      setScope: (tx, account, groupIds, by) => setAccountScope(ctx, tx, { account, groupIds, by }),
    };
    ctx.search.add(userSearch(ctx), roleSearch(ctx), ...toolSearch(ctx));
    return {
      service,
      routes: userRoutes(ctx),
      jobs: {
        'users.cleanTokens': {
          everyMs: CLEAN_EVERY_MS,
          run: () => cleanTokens(ctx, new Date(ctx.clock.now().getTime() - EXPIRED_KEPT_MS)),
        },
      },
      hooks: {
        'http.beforeOperation': async ({ actor, operationId }) => {
          refuseTools(actor, operationId);
          return undefined;
        },
        'http.hostScope': ({ actor }) => hostScopeFor(ctx, actor),
        'hosts.groupUses': async ({ groupId }) => ({ uses: await groupUses(ctx, groupId) }),
        'identity.accountFacts': ({ accountIds }) => scopeFacts(ctx, accountIds),
      },
      steps: {
        'kernel.restored': (tx, { at }) => keepWaiting(tx, at),
        'identity.accountRemoved': (tx, { account, by }) => removeOf(ctx, tx, account, by),
        'identity.accountDisabled': (tx, { account, by }) => dropTokensOf(ctx, tx, account, by),
        'hosts.groupDeleted': (tx, { group }) => keepGroup(tx, group.id),
        'identity.roleChanged': (tx, change) => refuseScoped(ctx, tx, change),
        'identity.roleRemoved': async (tx, { role }) => {
          await keepRole(tx, role);
          await keepRoleOfServices(tx, role);
        },
      },
    };
  },
});
