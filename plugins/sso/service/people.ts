import { actors, AppError, type Context, type Role, type Tx } from '#sdk';
import type { Account, ChangedBy } from '#sdk/identity.ts';
import type {} from '../../users/api.ts';
import { claimAt, judgeRole, mailOf, shownText, textsOf, usernameOf, type RoleVerdict } from '../domain.ts';
import type { Oidc } from '../settings.ts';
import { link, linkedAccountId, lockNewcomers, noteUse } from './links.ts';
import type { Person } from './provider.ts';

const NAMES_TRIED = 50;

type Allowed = Exclude<RoleVerdict, { kind: 'refused' }>;

/** The role that the claims give now. */
export async function verdictOf(ctx: Context, { claims }: Person, oidc: Oidc): Promise<RoleVerdict> {
  const held = await ctx.core.identity.roles.permissionsOfAll(oidc.roleMapping.map(({ role }) => role));
  return judgeRole(textsOf(claimAt(claims, oidc.roleClaim)), oidc.roleMapping, oidc.unmapped, held);
}

interface SigningIn {
  oidc: Oidc;
  person: Person;
  verdict: Allowed;
  /** The caller's address. */
  address: string;
  /**
   * The account that the identity had just before. Not read in the transaction: one that waits for a second connection
   * may wait for ever.
   */
  known: Account | null;
}

/**
 * The account of somebody who signed in at the provider, with the role and the hosts that the claim gives now; a new
 * one if that is allowed. Null: the link changed since it was read before the transaction, so read it again. Throws
 * SSO_REFUSED and ACCOUNT_DISABLED, and then changes nothing.
 */
export async function accountOfPerson(ctx: Context, tx: Tx, signingIn: SigningIn): Promise<Account | null> {
  const { person, verdict, address, known } = signingIn;
  if (known?.disabled) throw new AppError('ACCOUNT_DISABLED');
  // Locked before the link is read: a transaction that waits here must hold no lock that the other one needs.
  if (!known) await lockNewcomers(tx);
  if ((await linkedAccountId(tx, person)) !== (known?.id ?? null)) return null;
  const by = { actor: actors.signOn, address };
  if (!known) return provision(ctx, tx, { ...signingIn, by });
  await noteUse(ctx, tx, person);
  return verdict.kind === 'given' ? applyRole(ctx, tx, { account: known, verdict, by }) : known;
}

/**
 * Takes from somebody to whom the claims give no role any more what they gave before: the account becomes a reporter,
 * whose tools can do no more either, and its sessions end. To refuse the sign-in alone would leave all of that as it is.
 * The last administrator with a password keeps the role.
 */
export async function withdrawRole(
  ctx: Context,
  tx: Tx,
  { person, account, address }: { person: Person; account: Account; address: string },
): Promise<void> {
  if (account.disabled || (await linkedAccountId(tx, person)) !== account.id) return;
  const by = { actor: actors.signOn, address };
  if (account.role !== 'reporter' && !(await changeRole(ctx, tx, { account, role: 'reporter', by }))) return;
  await ctx.core.identity.sessions.end(tx, account.id, { exceptId: null });
}

type Given = Extract<RoleVerdict, { kind: 'given' }>;

async function provision(
  ctx: Context,
  tx: Tx,
  { oidc, person, verdict, by }: SigningIn & { by: ChangedBy },
): Promise<Account> {
  if (!oidc.autoProvision)
    throw new AppError('SSO_REFUSED', {
      message:
        'No account is linked with this identity, and this manager makes none at the first sign-in. Ask an administrator.',
    });
  const role = verdict.kind === 'given' ? verdict.role : 'reporter';
  const draft = {
    role,
    displayName: shownText(person.claims['name'], 200),
    email: mailOf(person.claims['email']),
    passwordHash: null,
    mustChangePassword: false,
  };
  const account = await createUnderFreeName(ctx, tx, { base: usernameOf(person.claims, oidc), draft, by });
  await link(ctx, tx, { account, identity: { issuer: person.issuer, subject: person.subject }, by });
  if (verdict.kind === 'given') await limitHosts(ctx, tx, { account, verdict, by });
  return account;
}

type Draft = Omit<Parameters<Context['core']['identity']['accounts']['create']>[1], 'username'>;

/** Creates the account as `olga`, or as `olga-2` if another person has that name. */
async function createUnderFreeName(
  ctx: Context,
  tx: Tx,
  { base, draft, by }: { base: string; draft: Draft; by: ChangedBy },
): Promise<Account> {
  for (let count = 1; count <= NAMES_TRIED; count++) {
    const username = count === 1 ? base : `${base}-${count}`;
    try {
      return await ctx.core.identity.accounts.create(tx, { ...draft, username }, by);
    } catch (error) {
      // Refused before anything was written, so the transaction goes on.
      if (!(error instanceof AppError) || error.code !== 'USER_EXISTS') throw error;
    }
  }
  throw new AppError('SSO_REFUSED', { message: `No user name like ${base} is free.` });
}

interface RoleChange {
  account: Account;
  verdict: Given;
  by: ChangedBy;
}

/** Applies the role of the claim, but keeps the last administrator who has a password. */
async function applyRole(ctx: Context, tx: Tx, change: RoleChange): Promise<Account> {
  const { account, verdict, by } = change;
  const isSame = account.role === verdict.role;
  const after = isSame ? account : await changeRole(ctx, tx, { account, role: verdict.role, by });
  if (!after) return account;
  await limitHosts(ctx, tx, { account: after, verdict, by });
  return after;
}

/** Null: the role is kept, for it is that of the last administrator with a password; the audit log says so. */
async function changeRole(
  ctx: Context,
  tx: Tx,
  { account, role, by }: { account: Account; role: Role; by: ChangedBy },
): Promise<Account | null> {
  try {
    return await ctx.core.identity.accounts.change(tx, account.id, { role }, by);
  } catch (error) {
    // Refused before anything was written, so the transaction goes on.
    if (!(error instanceof AppError) || error.code !== 'WOULD_LOCK_OUT') throw error;
    ctx.audit.record(tx, {
      ...by,
      action: 'sso.role_kept',
      resource: { kind: 'user', id: account.id, name: account.username },
      before: { role: account.role },
      after: { role: account.role, claimed: role },
    });
    return null;
  }
}

/**
 * Limits the person to the hosts that the claim gives. The plugin `users` does that; if it is off, nothing could limit
 * the person, so the sign-in is refused rather than given all hosts.
 */
async function limitHosts(ctx: Context, tx: Tx, { account, verdict, by }: RoleChange): Promise<void> {
  const users = ctx.useIfOn('users');
  if (!users && verdict.groupIds !== null)
    throw new AppError('SSO_REFUSED', {
      message:
        'This person may see only some groups of hosts, and the feature that limits this is switched off. Ask an administrator.',
    });
  // To lose a row of the mapping must not show more than the row did.
  const seesNoHost = verdict.isUnmapped && users && (await users.scopeOf(tx, account.id)) !== null;
  try {
    await users?.setScope(tx, account, seesNoHost ? [] : verdict.groupIds, by);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'GROUP_NOT_FOUND') throw error;
    const message = 'The mapping names a group of hosts that does not exist any more.';
    throw new AppError('SSO_REFUSED', { message }, { cause: error });
  }
}
