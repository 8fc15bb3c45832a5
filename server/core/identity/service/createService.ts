import { anonymousActor, OPEN_PERMISSIONS, type Actor } from '#server/kernel/security/actor.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import type { IdentityService } from '../api.ts';
import { accessTokenVerifier } from './accessToken.ts';
import { createAccounts } from './accounts.ts';
import { createAttempts, isKnownNetwork } from './attempts.ts';
import { requireHashes } from './breached.ts';
import { createCredentials } from './credentials.ts';
import { describeAccounts, loginAnswer } from './describe.ts';
import { createFirstAdmin } from './firstAdmin.ts';
import { createOwnPassword, type OwnPassword } from './ownPassword.ts';
import { createPasswordHasher } from './passwords.ts';
import { createReauthentication, type Reauthentication } from './reauthentication.ts';
import { createRefresh, type Refresh } from './refresh.ts';
import { createRoles } from './roles.ts';
import { createSecondFactor } from './secondFactor.ts';
import { createSessions, type OwnSessions } from './sessions.ts';
import { createSignIn, type SignIn } from './signIn.ts';
import { standing } from './standing.ts';
import { createTokenMint } from './tokens.ts';
import { createVerifiers, type Verifiers } from './verifiers.ts';

/** The service for other features, and what the feature's own routes also need. */
export interface IdentityParts {
  service: IdentityService;
  signIn: SignIn;
  ownPassword: OwnPassword;
  reauthentication: Reauthentication;
  refresh: Refresh;
  sessions: OwnSessions;
}

export async function createIdentity(
  ctx: Context,
  hasher = createPasswordHasher(undefined, ctx.metrics.queue),
): Promise<IdentityParts> {
  const { breachedPasswordsFile } = ctx.config;
  if (breachedPasswordsFile !== null) await requireHashes(breachedPasswordsFile);
  const mint = await createTokenMint(ctx);
  const sessions = createSessions(ctx, mint);
  const credentials = createCredentials(ctx, hasher, createAttempts(ctx));
  const secondFactor = createSecondFactor(ctx, mint);
  const accounts = createAccounts(ctx);
  const verifiers = createVerifiers();
  verifiers.add(accessTokenVerifier(mint, (claims) => standing(ctx, claims)));
  const service: IdentityService = {
    firstPassword: await createFirstAdmin(ctx, accounts, hasher),
    accounts,
    roles: createRoles(ctx),
    credentials,
    secondFactor: {
      accountOf: (mfaToken) => secondFactor.accountOf(mfaToken),
      judge: (question) => secondFactor.judge(question),
    },
    sessions,
    addVerifier: (verifier) => verifiers.add(verifier),
    ask: (name, req, options) => verifiers.ask(name, req, options),
    async authenticate(req, permission) {
      if (OPEN_PERMISSIONS.has(permission)) return anonymousActor;
      return (await verifiers.actorOf(req)) ?? anonymousActor;
    },
    actorsNow: (actors) => actorsNow(ctx, verifiers, actors),
    describe: (described) => describeAccounts(ctx, described),
    loginAnswer: (opened) => loginAnswer(ctx, opened),
    isKnownNetwork: (accountId, address) => isKnownNetwork(ctx, accountId, address),
  };
  return {
    service,
    sessions,
    signIn: createSignIn(ctx, { credentials, secondFactor, sessions }),
    ownPassword: createOwnPassword(ctx, credentials, sessions),
    reauthentication: createReauthentication(ctx, {
      credentials,
      secondFactor,
      sessions,
      find: (id) => accounts.find(id),
    }),
    refresh: createRefresh({ ctx, mint, sessions }),
  };
}

/** Sessions are looked up together, each token once by its verifier; actors of other kinds always stay valid. */
async function actorsNow(
  ctx: Context,
  verifiers: Verifiers,
  actors: readonly Actor[],
): Promise<(Actor | null)[]> {
  const claims = actors.map(({ kind, id, sessionId }) =>
    kind === 'user' && id !== null && sessionId !== null ? { userId: id, sessionId } : null,
  );
  const found = await standing(
    ctx,
    claims.filter((claim) => claim !== null),
  );
  let next = 0;
  const rechecked = new Map<string | null, Promise<Actor | null>>();
  const recheck = (actor: Actor): Promise<Actor | null> => {
    const asked = rechecked.get(actor.id) ?? verifiers.recheck(actor);
    rechecked.set(actor.id, asked);
    return asked;
  };
  const now = (actor: Actor, at: number): Actor | null | Promise<Actor | null> => {
    if (claims[at]) return found[next++] ?? null;
    return actor.kind === 'token' ? recheck(actor) : actor;
  };
  return Promise.all(actors.map(now));
}
