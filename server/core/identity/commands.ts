import { AppError } from '../../shared/wire/appError.ts';
import { UsageError } from '../../kernel/boot/commands.ts';
import type { Command, Context } from '../../kernel/boot/feature.ts';
import { PROGRAM } from '../../kernel/version.ts';
import type { Account, ChangedBy } from './accounts.ts';
import { createAccounts, type AccountsContext } from './service/accounts.ts';
import { forgetFailures } from './service/attempts.ts';
import { createPasswordHasher, readablePassword } from './service/passwords.ts';

/** What a command on the manager's machine works with: the manager's data, without a running manager. */
export type MachineContext = Omit<AccountsContext, 'steps'> & Pick<Context, 'tx'>;

export interface UserCommandParts {
  ctx: MachineContext;
  by: ChangedBy;
  /** Prints one line to standard output. */
  print(line: string): void;
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/;

interface UserCommand {
  usage: string;
  summary: string;
  run(parts: UserCommandParts, words: readonly string[]): Promise<void>;
}

const COMMANDS: Readonly<Record<string, UserCommand>> = {
  list: { usage: '', summary: 'all accounts', run: list },
  create: {
    usage: 'NAME ROLE',
    summary: 'an account; ROLE is admin, operator, reporter or a custom role; prints a first password',
    run: create,
  },
  'reset-password': {
    usage: 'NAME',
    summary: 'prints a new password, opens locks, ends all sessions',
    run: resetPassword,
  },
  unlock: {
    usage: 'NAME',
    summary: 'opens the locks of failed sign-ins; the password stays',
    run: unlock,
  },
  disable: {
    usage: 'NAME',
    summary: 'ends all sessions',
    run: (parts, words) => setDisabled(parts, words, true),
  },
  enable: {
    usage: 'NAME',
    summary: 'lets in again',
    run: (parts, words) => setDisabled(parts, words, false),
  },
};

/**
 * `node server/main.ts user …`. Passwords are printed once and must be changed at the next sign-in. Changes take effect
 * on all managers at once, because rights are read at each call.
 */
export const userCommands: readonly Command[] = Object.entries(COMMANDS).map(
  ([word, { usage, summary }]) => ({
    name: `user ${word}`,
    usage,
    summary,
    async run(ctx, words) {
      const by = { actor: ctx.actor, address: null };
      await runUserCommand({ ctx, by, print: (line) => ctx.print(line) }, [word, ...words]);
      return 0;
    },
  }),
);

/** Runs `node server/main.ts user WORDS…`. Throws UsageError, USER_NOT_FOUND, USER_EXISTS and WOULD_LOCK_OUT. */
export async function runUserCommand(parts: UserCommandParts, words: readonly string[]): Promise<void> {
  const [name = '', ...rest] = words;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(`there is no command "user ${name}"`);
  const wanted = command.usage.split(' ').filter((word) => word !== '');
  if (rest.length !== wanted.length)
    throw new UsageError(`usage: user ${`${name} ${command.usage}`.trimEnd()}`);
  await command.run(parts, rest);
}

/**
 * Commands cannot remove accounts: the features that join a removal run only in the manager. What they do when one is
 * disabled, a manager does when it enables the account again.
 */
const steps: AccountsContext['steps'] = {
  join: (_tx, name) =>
    name === 'identity.accountDisabled'
      ? Promise.resolve()
      : Promise.reject(new Error('accounts are removed by a manager')),
};

const accountsOf = ({ ctx }: UserCommandParts) => createAccounts({ ...ctx, steps });

async function list(parts: UserCommandParts): Promise<void> {
  const accounts = accountsOf(parts);
  const rows = [['NAME', 'ROLE', 'STATE', 'LAST SIGN-IN']];
  for (let page = await accounts.list(); page.length > 0;) {
    rows.push(...page.map(rowOf));
    page = await accounts.list({ afterName: page.at(-1)?.username ?? '' });
  }
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) parts.print(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}

function rowOf({ username, role, disabled, mustChangePassword, lastLoginAt }: Account): string[] {
  const state = disabled ? 'disabled' : mustChangePassword ? 'password to be changed' : 'enabled';
  return [username, role, state, lastLoginAt?.toISOString() ?? 'never'];
}

async function create(parts: UserCommandParts, [username = '', role = '']: readonly string[]): Promise<void> {
  if (!NAME.test(username))
    throw new UsageError(
      'A user name has up to 64 letters, digits and . _ @ -, and begins with a letter or digit.',
    );
  const password = readablePassword();
  const passwordHash = await createPasswordHasher().hash(password);
  const account = { username, role, passwordHash, mustChangePassword: true };
  await parts.ctx.tx((tx) => accountsOf(parts).create(tx, account, parts.by));
  parts.print(
    `first password of '${username}' (shown once, to be changed at the first sign-in): ${password}`,
  );
}

async function resetPassword(parts: UserCommandParts, [name = '']: readonly string[]): Promise<void> {
  const { id, username, disabled } = await named(parts, name);
  const password = readablePassword();
  const passwordHash = await createPasswordHasher().hash(password);
  const change = { passwordHash, mustChangePassword: true };
  await parts.ctx.tx((tx) => accountsOf(parts).change(tx, id, change, parts.by));
  parts.print(`new password of '${username}' (shown once, to be changed at the next sign-in): ${password}`);
  if (disabled) parts.print(`'${username}' is still disabled: ${PROGRAM} user enable ${username}`);
}

async function unlock(parts: UserCommandParts, [name = '']: readonly string[]): Promise<void> {
  const { ctx, by } = parts;
  const { id, username, disabled } = await named(parts, name);
  const locks = await ctx.tx(async (tx) => {
    const count = await forgetFailures(ctx, tx, username);
    const resource = { kind: 'user' as const, id, name: username };
    ctx.audit.record(tx, { ...by, action: 'user.unlocked', resource, after: { networks: count } });
    return count;
  });
  const from = locks === 1 ? '1 network' : `${locks} networks`;
  parts.print(
    locks === 0
      ? `'${username}' was not locked: no sign-in has failed since the last successful one`
      : `failed sign-ins of '${username}' are forgotten, from ${from}`,
  );
  if (disabled) parts.print(`'${username}' is still disabled: ${PROGRAM} user enable ${username}`);
}

async function setDisabled(
  parts: UserCommandParts,
  [name = '']: readonly string[],
  disabled: boolean,
): Promise<void> {
  const { id, username, ...before } = await named(parts, name);
  const word = disabled ? 'disabled' : 'enabled';
  if (before.disabled === disabled) return parts.print(`'${username}' is ${word} already`);
  await parts.ctx.tx((tx) => accountsOf(parts).change(tx, id, { disabled }, parts.by));
  parts.print(`'${username}' is ${word}`);
}

const named = ({ ctx }: UserCommandParts, name: string): Promise<Account> => accountByName(ctx, name);

/** The account with this name, for commands. Throws USER_NOT_FOUND. */
export async function accountByName(ctx: MachineContext, name: string): Promise<Account> {
  const account = await createAccounts({ ...ctx, steps }).findByName(name);
  if (account) return account;
  throw new AppError('USER_NOT_FOUND', {
    message: `there is no user '${name}'; ${PROGRAM} user list shows all`,
  });
}
