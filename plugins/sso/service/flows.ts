import { AppError, newId, type Context } from '#sdk';
import { pathOfUi } from '../domain.ts';
import { FlowModel, type Purpose } from '../models.ts';
import type { Oidc } from '../settings.ts';
import { hashOf, newSecret } from './browser.ts';
import type { FlowSecrets, Provider } from './provider.ts';
import { ProviderError } from './providerError.ts';

/** How long the way to the provider and back may take. */
const LIFE_MS = 10 * 60_000;

export interface FlowStart {
  purpose: Purpose;
  /** The cookie of the browser that is sent away. */
  binding: string;
  returnTo: string | undefined;
  /** The account and the session that it is for; null for a sign-in. */
  owner: { accountId: string; sessionId: string } | null;
}

/** A flow whose browser has come back; it is used up. */
export interface Flow extends FlowSecrets {
  purpose: Purpose;
  issuer: string;
  redirectUri: string;
  returnTo: string;
  owner: FlowStart['owner'];
  startedAt: Date;
}

const purposeOf = (stateHash: string): string => `sso:flow:${stateHash}`;

/** Stores what the answer must match, and returns where the browser must go. Throws SSO_PROVIDER_UNREACHABLE. */
export async function startFlow(
  ctx: Context,
  { provider, oidc, start }: { provider: Provider; oidc: Oidc; start: FlowStart },
): Promise<string> {
  const [state, nonce, verifier] = [newSecret(), newSecret(), newSecret()];
  const { redirectUri } = oidc;
  const asked = { state, nonce, verifier, redirectUri, anew: start.purpose === 'reauthenticate' };
  const { issuer, url } = await provider.authorizationUrl(oidc, asked).catch((error: unknown) => {
    throw unreachable(ctx, error);
  });
  const stateHash = hashOf(state);
  const now = ctx.clock.now();
  await ctx.tx(
    async (tx) =>
      FlowModel.query(tx.knex).insert({
        id: newId(),
        stateHash,
        browserHash: hashOf(start.binding),
        purpose: start.purpose,
        issuer,
        redirectUri,
        sealed: ctx.secrets.seal(JSON.stringify({ nonce, verifier }), purposeOf(stateHash)),
        returnTo: pathOfUi(start.returnTo),
        accountId: start.owner?.accountId ?? null,
        sessionId: start.owner?.sessionId ?? null,
        createdAt: now,
        expiresAt: new Date(now.getTime() + LIFE_MS),
      }),
    { name: 'sso.startFlow', durable: false },
  );
  return url.href;
}

/**
 * Finds the flow of this state that began in this browser and uses it up, whatever follows. Of several answers with one
 * state, on any managers, one gets it. Throws SSO_STATE_INVALID.
 */
export async function takeFlow(ctx: Context, state: string, binding: string | null): Promise<Flow> {
  const stateHash = hashOf(state);
  const row = await ctx.tx(
    async ({ knex }) => {
      const found = await FlowModel.query(knex)
        .where({ state_hash: stateHash, browser_hash: hashOf(binding ?? '') })
        .where('expires_at', '>', ctx.clock.now())
        .first();
      if (!found) return null;
      return (await FlowModel.query(knex).deleteById(found.id)) === 1 ? found : null;
    },
    { name: 'sso.takeFlow' },
  );
  if (!row) throw new AppError('SSO_STATE_INVALID');
  const secrets = JSON.parse(ctx.secrets.open(row.sealed, purposeOf(stateHash))) as FlowSecrets;
  const { purpose, issuer, redirectUri, returnTo, accountId, sessionId, createdAt: startedAt } = row;
  const owner = accountId !== null && sessionId !== null ? { accountId, sessionId } : null;
  return { ...secrets, purpose, issuer, redirectUri, returnTo, owner, startedAt };
}

/** Somebody who only pressed the button learns only that the provider cannot be reached. */
export function unreachable(ctx: Context, error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error;
  ctx.log.warn({ fault: error.fault, reason: error.message }, 'the provider of single sign-on is of no use');
  return new AppError('SSO_PROVIDER_UNREACHABLE', {}, { cause: error });
}
