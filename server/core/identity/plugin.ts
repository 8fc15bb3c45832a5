import { defineCore } from '../../kernel/boot/feature.ts';
import { userCommands } from './commands.ts';
import { identityErrors } from './errors.ts';
import { identityJobs } from './jobs.ts';
import { createUsers } from './migrations/001_create_users.ts';
import { createSignInNetworks } from './migrations/002_create_sign_in_networks.ts';
import { addSessionFacts } from './migrations/003_add_session_facts.ts';
import { addSearchText, fillSearchText } from './migrations/004_add_search_text.ts';
import { identityRoutes } from './routes.ts';
import { createIdentity } from './service/createService.ts';
import './api.ts';

/** Accounts, sign-in and sessions. */
export const identityFeature = defineCore({
  name: 'identity',
  migrations: [createUsers, createSignInNetworks, addSessionFacts, addSearchText, fillSearchText],
  errors: identityErrors,
  hookPoints: ['identity.secondFactor', 'identity.reauthenticate', 'identity.accountFacts'],
  stepPoints: ['identity.accountRemoved', 'identity.workStopped'],
  commands: userCommands,
  async setup(ctx) {
    const identity = await createIdentity(ctx);
    return {
      service: identity.service,
      routes: identityRoutes(ctx, identity),
      jobs: identityJobs(ctx),
    };
  },
});
