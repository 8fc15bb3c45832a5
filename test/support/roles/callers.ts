/** Everybody who could call a manager, each with a credential of one kind, made as it really comes about. */
import { randomUUID } from 'node:crypto';
import type { components } from '#generated/manager.ts';
import { withTotp } from '#plugins/mfa/mfa.testing.ts';
import { bySystem, newAccount, openSession } from '#server/core/identity/identity.testing.ts';
import type { Role } from '#sdk';
import type { Account } from '#sdk/identity.ts';
import type { PluginTest } from '#sdk/testing.ts';

type Schemas = components['schemas'];

export interface Caller {
  /** The token after `Bearer`; null: the request carries none. */
  credential: string | null;
  holds: 'nothing' | 'mfa token' | 'set-up session' | 'session' | 'old session' | 'API token';
  /** The role that the manager has to see in the caller; null: none. */
  role: Role | null;
}

export const ADMIN_PASSWORD = 'three late herons fly over water';
const MINUTE_MS = 60_000;
const DAY_SECS = 86_400;

/** Each caller has an account of their own, so that none ends the sessions of another. */
export async function admitCallers(kit: PluginTest): Promise<ReadonlyMap<string, Caller>> {
  const hands = handsOf(kit);
  const armed = await armedAdmins(kit, hands);
  const callers = new Map<string, Caller>([['nobody', { credential: null, holds: 'nothing', role: null }]]);
  for (const [name, credential] of await strandedCredentials(kit, hands))
    callers.set(name, { credential, holds: name.includes('tool') ? 'API token' : 'session', role: null });
  const old = await hands.session(armed.old);
  await kit.clock.advance(11 * MINUTE_MS);
  callers.set('an administrator who signed in eleven minutes ago', {
    credential: old,
    holds: 'old session',
    role: 'admin',
  });
  for (const [name, caller] of await soundCallers(hands, armed)) callers.set(name, caller);
  for (const [name, caller] of await underThePolicy(hands, armed)) callers.set(name, caller);
  return callers;
}

type Hands = ReturnType<typeof handsOf>;

function handsOf(kit: PluginTest) {
  const { ctx } = kit;
  let people = 0;
  const person = (role: Role, more: { passwordHash?: string } = {}): Promise<Account> =>
    newAccount(ctx, `caller${++people}`, { role, ...more });
  const session = async ({ id }: Pick<Account, 'id'>): Promise<string> =>
    (await openSession(ctx, id)).accessToken;
  const call = async <T>(credential: string | null, target: string, body?: object): Promise<T> => {
    const [method = '', path = ''] = target.split(' ');
    const answer = await kit.call(method, `/api/v1${path}`, {
      role: null,
      ...(credential === null ? {} : { headers: { authorization: `Bearer ${credential}` } }),
      ...(body ? { body } : {}),
    });
    return answer.body as T;
  };
  return {
    person,
    session,
    call,
    async tool(owner: Account, role: Role, groupIds: string[] | null = null): Promise<string> {
      const body = { name: randomUUID(), role, expires_in_secs: 7 * DAY_SECS, group_ids: groupIds };
      const made = await call<Partial<Schemas['CreatedApiToken']>>(
        await session(owner),
        'POST /users/me/tokens',
        body,
      );
      if (made.token === undefined) throw new Error(`no token was made: ${JSON.stringify(made)}`);
      return made.token;
    },
  };
}

const PASSWORD = 'seven quiet otters row north';

interface Armed {
  passwordHash: string;
  old: Account;
  admin: Account;
  toolOwner: Account;
  policymaker: Account;
  pending: Account;
}

/**
 * Administrators with TOTP, so that no policy holds them back. Each moves the clock on; from here on it stands still.
 */
async function armedAdmins(kit: PluginTest, hands: Hands): Promise<Armed> {
  const passwordHash = await kit.ctx.core.identity.credentials.hashNew('caller', PASSWORD);
  const armed = async (): Promise<Account> => {
    const account = await hands.person('admin', { passwordHash });
    await withTotp(kit, await hands.session(account));
    return account;
  };
  return {
    passwordHash,
    old: await armed(),
    admin: await armed(),
    toolOwner: await armed(),
    policymaker: await armed(),
    pending: await armed(),
  };
}

/** Credentials that were valid once and no longer are. */
async function strandedCredentials(kit: PluginTest, hands: Hands): Promise<[string, string][]> {
  const { ctx, clock } = kit;
  const { accounts, sessions } = ctx.core.identity;
  const change = (id: string, to: object) => ctx.tx((tx) => accounts.change(tx, id, to, bySystem));
  const [late, ended, disabled, forced, gone] = [
    await hands.person('admin'),
    await hands.person('admin'),
    await hands.person('admin'),
    await hands.person('admin'),
    await hands.person('admin'),
  ];
  const expired = [await hands.session(late), await hands.tool(late, 'admin')];
  await ctx.tx(({ knex }) =>
    knex('users_tokens').where('account_id', late.id).update({ expires_at: clock.now() }),
  );
  await clock.advance(16 * MINUTE_MS);
  const closed = await hands.session(ended);
  await ctx.tx((tx) => sessions.end(tx, ended.id, { exceptId: null }));
  const opened = await openSession(ctx, late.id);
  const of = async (account: Account) => [await hands.session(account), await hands.tool(account, 'admin')];
  const [ofDisabled, ofForced, ofGone] = [await of(disabled), await of(forced), await of(gone)];
  await change(disabled.id, { disabled: true });
  await change(forced.id, { mustChangePassword: true });
  await ctx.tx((tx) => accounts.remove(tx, gone.id, bySystem));
  return [
    ['an administrator with a refresh token', opened.refreshToken],
    ['an administrator whose access token has expired', expired[0] ?? ''],
    ['an administrator whose session was ended', closed],
    ['an administrator who was disabled', ofDisabled[0] ?? ''],
    ['an administrator who must change the password', ofForced[0] ?? ''],
    ['somebody who was deleted', ofGone[0] ?? ''],
    ['a tool that has expired', expired[1] ?? ''],
    ['a tool whose owner was disabled', ofDisabled[1] ?? ''],
    ['a tool whose owner must change the password', ofForced[1] ?? ''],
    ['a tool whose owner was deleted', ofGone[1] ?? ''],
  ];
}

async function soundCallers(hands: Hands, { admin, toolOwner }: Armed): Promise<[string, Caller][]> {
  const asAdmin = await hands.session(admin);
  const group = await hands.call<Schemas['Group']>(asAdmin, 'POST /groups', { name: 'some' });
  const kept = await hands.person('operator');
  await hands.call(asAdmin, `PUT /users/${kept.id}`, { scope_group_ids: [group.id] });
  const person = (credential: string, role: Role): Caller => ({ credential, role, holds: 'session' });
  const tool = (credential: string, role: Role): Caller => ({ credential, role, holds: 'API token' });
  const [reporter, operator] = [await hands.person('reporter'), await hands.person('operator')];
  return [
    ['a reporter', person(await hands.session(reporter), 'reporter')],
    ['an operator', person(await hands.session(operator), 'operator')],
    ['an administrator', person(asAdmin, 'admin')],
    ['an operator who is kept to some groups', person(await hands.session(kept), 'operator')],
    ['a tool of a reporter', tool(await hands.tool(reporter, 'reporter'), 'reporter')],
    ['a tool of an operator', tool(await hands.tool(operator, 'operator'), 'operator')],
    ['a tool of an administrator', tool(await hands.tool(toolOwner, 'admin'), 'admin')],
    [
      'a tool that is kept to some groups',
      tool(await hands.tool(operator, 'operator', [group.id]), 'operator'),
    ],
    ['a tool that is less than its owner', tool(await hands.tool(toolOwner, 'reporter'), 'reporter')],
  ];
}

/**
 * Requires a second factor of administrators from now on, without a grace period, and makes callers under this rule.
 */
async function underThePolicy(
  hands: Hands,
  { passwordHash, pending, policymaker }: Armed,
): Promise<[string, Caller][]> {
  const [before, after, owner] = [
    await hands.person('admin', { passwordHash }),
    await hands.person('admin', { passwordHash }),
    await hands.person('admin', { passwordHash }),
  ];
  const signIn = ({ username }: Account) =>
    hands.call<Schemas['SessionTokens'] & Schemas['ErrorEnvelope']>(null, 'POST /auth/login', {
      username,
      password: PASSWORD,
    });
  const earlier = await signIn(before);
  const tool = await hands.tool(owner, 'admin');
  const policy = { required_roles: ['admin'], grace_days: 0 };
  await hands.call(await hands.session(policymaker), 'PUT /settings', { mfa: policy });
  // The grace period begins with a sign-in under the policy.
  await signIn(owner);
  const { details } = (await signIn(pending)).error;
  const setUp = (credential: string): Caller => ({ credential, role: 'admin', holds: 'set-up session' });
  return [
    [
      'an administrator between password and second factor',
      { credential: String(details?.['mfa_token']), holds: 'mfa token', role: null },
    ],
    ['an administrator whose session is for the set-up', setUp((await signIn(after)).access_token)],
    ['an administrator whose session is older than the policy', setUp(earlier.access_token)],
    ['a tool whose owner owes a second factor', { credential: tool, holds: 'API token', role: null }],
  ];
}
