import { type Actor, actors, AppError, type Context, newId } from '#sdk';
import type { Client } from '#sdk/identity.ts';
import { hasTwoFactors, isProvedSince, provedAt } from '../domain.ts';
import { CodeModel } from '../models.ts';
import type { Oidc } from '../settings.ts';
import { hashOf, newSecret } from './browser.ts';
import type { Flow } from './flows.ts';
import { word } from './providerFaults.ts';
import { accountOfIdentity, link, linkedAccountId, noteUse } from './links.ts';
import { recordFailure } from './failures.ts';
import { accountOfPerson, verdictOf, withdrawRole } from './people.ts';
import type { Person, Provider } from './provider.ts';
import { ProviderError } from './providerError.ts';

const REFUSED = 'a sign-in at the provider was refused';
const CODE_LIFE_MS = 60_000;
/** How often a sign-in is tried when the link changes meanwhile, which is rare. */
const ATTEMPTS = 3;

export interface Answer {
  flow: Flow;
  state: string;
  /** The parameters that the browser brought. */
  parameters: URLSearchParams;
  binding: string;
  client: Client;
}

/** What the page in the browser is told, as names and values of a fragment. */
export type Told = Readonly<Record<string, string>>;

/** Ends a flow with the provider's answer. Throws AppErrors that may be shown to the browser. */
export async function finishFlow(
  ctx: Context,
  { provider, oidc, answer }: { provider: Provider; oidc: Oidc; answer: Answer },
): Promise<Told> {
  const { flow, state, parameters } = answer;
  let person: Person | null = null;
  try {
    // Another provider may have been configured meanwhile; the flow asked the earlier one.
    if ((await provider.issuer(oidc)) !== flow.issuer) throw new AppError('SSO_STATE_INVALID');
    const { nonce, verifier, redirectUri } = flow;
    person = await provider.redeem(oidc, { state, nonce, verifier, redirectUri, parameters });
    if (flow.purpose === 'link') return await linkOwner(ctx, answer, person);
    if (flow.purpose === 'reauthenticate') return await stampSession(ctx, { oidc, answer, person });
    return await signIn(ctx, { oidc, answer, person });
  } catch (error) {
    throw await toldError(ctx, { answer, person, error });
  }
}

/**
 * For an error that comes without a state: some providers send none when they refuse a request before they have read it.
 * No flow can be found, and to start again would not help.
 */
export function refusedWithoutState(ctx: Context, error: string): AppError {
  const refusal = new ProviderError('refused', `The provider refused, without a state: ${word(error)}.`);
  const told = refusal.toAppError();
  ctx.log.warn({ code: told.code, reason: refusal.message }, REFUSED);
  return told;
}

interface SignIn {
  oidc: Oidc;
  answer: Answer;
  person: Person;
}

async function signIn(ctx: Context, parts: SignIn): Promise<Told> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const code = await codeFor(ctx, parts);
    if (code !== null) return { sso_code: code, return_to: parts.answer.flow.returnTo };
  }
  throw new Error('the link of an identity changed again and again while its owner signed in');
}

/** Null: the person was linked or unlinked meanwhile. */
async function codeFor(ctx: Context, { oidc, answer, person }: SignIn): Promise<string | null> {
  const known = await accountOfIdentity(ctx, person);
  const { address } = answer.client;
  const verdict = await verdictOf(ctx, person, oidc);
  if (verdict.kind === 'refused') {
    if (known)
      await ctx.tx((tx) => withdrawRole(ctx, tx, { person, account: known, address }), {
        name: 'sso.withdrawRole',
      });
    throw new AppError('SSO_REFUSED', { message: 'The provider gives this person no role here.' });
  }
  const code = newSecret();
  const now = ctx.clock.now();
  return ctx.tx(
    async (tx) => {
      const account = await accountOfPerson(ctx, tx, { oidc, person, verdict, address, known });
      if (!account) return null;
      await CodeModel.query(tx.knex).insert({
        id: newId(),
        codeHash: hashOf(code),
        browserHash: hashOf(answer.binding),
        accountId: account.id,
        hasTwoFactors: hasTwoFactors(person.claims, oidc),
        provedAt: provedAt(person.claims, now),
        tries: 0,
        createdAt: now,
        expiresAt: new Date(now.getTime() + CODE_LIFE_MS),
      });
      return code;
    },
    { name: 'sso.signIn' },
  );
}

async function linkOwner(ctx: Context, answer: Answer, person: Person): Promise<Told> {
  const { account, actor } = await ownerOf(ctx, answer.flow);
  const by = { actor, address: answer.client.address };
  const identity = { issuer: person.issuer, subject: person.subject };
  await ctx.tx((tx) => link(ctx, tx, { account, identity, by }), { name: 'sso.link' });
  return { sso: 'linked' };
}

/**
 * The owner of the session proved again who they are; a proof by somebody else does not count. Throws MFA_REQUIRED
 * where the account has a second factor and the provider did not say that two were proved.
 */
async function stampSession(ctx: Context, { oidc, answer, person }: SignIn): Promise<Told> {
  const { account, actor, sessionId } = await ownerOf(ctx, answer.flow);
  const now = ctx.clock.now();
  const proved = provedAt(person.claims, now);
  if (proved === null || !isProvedSince(person.claims, answer.flow.startedAt, now))
    throw new AppError('SSO_REFUSED', { message: notProved(proved, answer.flow) });
  const noCodes = { code: null, recoveryCode: null };
  if (!hasTwoFactors(person.claims, oidc))
    await ctx.core.identity.secondFactor.judge({ account, client: answer.client, ...noCodes });
  await ctx.tx(
    async (tx) => {
      if ((await linkedAccountId(tx, person)) !== account.id)
        throw new AppError('SSO_REFUSED', { message: 'Somebody else has signed in at the provider.' });
      await noteUse(ctx, tx, person);
      await ctx.core.identity.sessions.change(tx, sessionId, { authenticatedAt: proved });
      ctx.audit.record(tx, {
        actor,
        address: answer.client.address,
        action: 'session.reauthenticated',
        resource: { kind: 'session', id: sessionId, name: account.username },
        after: { method: 'sso' },
      });
    },
    { name: 'sso.reauthenticate' },
  );
  return { sso: 'reauthenticated' };
}

function notProved(proved: Date | null, { startedAt }: Flow): string {
  if (proved === null)
    return 'The provider does not say (auth_time) when you signed in there, so this does not prove who you are.';
  const secs = Math.round((startedAt.getTime() - proved.getTime()) / 1_000);
  return `The provider did not make you sign in again, so this does not prove who you are. By its clock you signed in there ${secs} s before this manager asked for it; if you have just done so, its clock is behind.`;
}

/** Who began the flow, if the session in which they did so still exists. */
async function ownerOf(ctx: Context, { owner }: Flow) {
  const { accounts, sessions } = ctx.core.identity;
  const account = owner && (await accounts.find(owner.accountId));
  const isThere = owner && (await sessions.list(owner.accountId)).some(({ id }) => id === owner.sessionId);
  if (!account || !isThere) throw new AppError('SSO_STATE_INVALID');
  if (account.disabled) throw new AppError('ACCOUNT_DISABLED');
  const { sessionId } = owner;
  const actor: Actor = {
    kind: 'user',
    id: account.id,
    name: account.username,
    role: account.role,
    ...actors.withoutSession,
    sessionId,
  };
  return { account, actor, sessionId };
}

interface Failed {
  answer: Answer;
  /** Null: the provider's answer was refused, so nobody knows who it was. */
  person: Person | null;
  error: unknown;
}

/**
 * A sign-in that failed is recorded in the audit log, as one with a password is; the reason is in the manager's log.
 */
async function toldError(ctx: Context, { answer, person, error }: Failed): Promise<unknown> {
  const told = error instanceof ProviderError ? error.toAppError() : error;
  if (!(told instanceof AppError)) return error;
  const reason = error instanceof Error ? error.message : '';
  ctx.log.warn({ code: told.code, reason }, REFUSED);
  if (answer.flow.purpose === 'sign_in') {
    const account = person && (await accountOfIdentity(ctx, person));
    await recordFailure(ctx, { account, address: answer.client.address, code: told.code });
  }
  return told;
}
