import { existsSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { ConfigError, type Config } from './config.ts';
import { runUserCommand, USER_COMMANDS_USAGE, type MachineContext } from './core/identity/commands.ts';
import { identityErrors } from './core/identity/errors.ts';
import { identityFeature } from './core/identity/plugin.ts';
import { createEventBus } from './kernel/boot/events.ts';
import { systemClock } from './kernel/clock.ts';
import type { Database } from './kernel/db/database.ts';
import { openDatabase } from './kernel/db/open.ts';
import { createRunTx } from './kernel/db/tx.ts';
import { systemActor } from './kernel/security/actor.ts';
import { createAudit } from './kernel/security/audit/audit.ts';
import { auditMigrations } from './kernel/security/audit/migrations.ts';
import { createSecrets, loadMasterKey } from './kernel/security/secrets.ts';
import { AppError, type ErrorCatalogue } from './shared/wire/appError.ts';

export const MACHINE_COMMANDS_USAGE = USER_COMMANDS_USAGE;

/** The command was understood and may not be done; the message is for people. */
export class CommandRefused extends Error {}

interface Machine {
  config: Config;
  log: Logger;
  print(line: string): void;
}

/** What `fleetmend WORD …` runs, by the first word. */
const COMMANDS: Readonly<Record<string, (machine: Machine, words: readonly string[]) => Promise<void>>> = {
  user: (machine, words) =>
    withData(machine, (ctx) => runUserCommand({ ctx, by: byOwner(), print: machine.print }, words)),
};

export const isMachineCommand = (word: string | undefined): word is string =>
  word !== undefined && Object.hasOwn(COMMANDS, word);

/**
 * Runs a command on the data of a manager, beside it or without one; what it changes holds on all managers at
 * once, for they read rights at each call. Throws ConfigError, UsageError and CommandRefused.
 */
export async function runMachineCommand(
  machine: Machine,
  [word = '', ...rest]: readonly string[],
): Promise<void> {
  const command = isMachineCommand(word) ? COMMANDS[word] : undefined;
  if (!command) throw new ConfigError(`there is no command ${word}`);
  try {
    await command(machine, rest);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const errors: ErrorCatalogue = identityErrors;
    const text = error.params.message ?? errors[error.code]?.message ?? error.code;
    throw new CommandRefused(text, { cause: error });
  }
}

/** In the audit log: nobody who signed in, but somebody with a name on this machine. */
const byOwner = () => ({
  actor: { ...systemActor, name: `${userInfo().username} at the machine` },
  address: null,
});

/** Opens the data of the configuration, which must be there: a typing error makes no second database. */
async function withData(
  { config, log }: Machine,
  work: (ctx: MachineContext) => Promise<void>,
): Promise<void> {
  const file = join(config.dataDir, 'fleetmend.sqlite');
  assertOwner(config.dataDir);
  assertThere(config, file);
  const secrets = createSecrets(loadMasterKey(config.dataDir, config.secretKey));
  const db = await openDatabase({ url: config.databaseUrl ?? undefined, file, log });
  try {
    await assertSchema(db);
    await work({
      db,
      secrets,
      tx: createRunTx(db, log),
      clock: systemClock,
      // The checkpoints are the manager's to write, at its next row.
      audit: createAudit(systemClock, { note: () => undefined }),
      events: createEventBus(log),
    });
  } finally {
    await db.close();
  }
}

/** The files' modes keep others out already; this says so. Root may everything. Throws ConfigError. */
export function assertOwner(dataDir: string, uid = process.getuid?.() ?? 0): void {
  if (!existsSync(dataDir)) throw new ConfigError(`there is no data directory ${dataDir}`);
  const owner = statSync(dataDir).uid;
  if (uid === 0 || uid === owner) return;
  throw new ConfigError(`only the owner of ${dataDir} (uid ${owner}) may do this, and you are uid ${uid}`);
}

function assertThere({ dataDir, databaseUrl, secretKey }: Config, file: string): void {
  const missing = [
    ...(databaseUrl === null && !existsSync(file) ? ['fleetmend.sqlite'] : []),
    ...(secretKey === null && !existsSync(join(dataDir, 'secret.key')) ? ['secret.key'] : []),
  ];
  if (missing.length > 0)
    throw new ConfigError(
      `the data directory ${dataDir} has no ${missing.join(' and no ')}: is it the manager's?`,
    );
}

/** Accounts and audit log must be as this version knows them; bringing them up to date is the manager's. */
async function assertSchema(db: Database): Promise<void> {
  const known = [...auditMigrations, ...(identityFeature.migrations ?? [])].map(({ name }) => name);
  const rows: { name: string }[] = (await db.reader.schema.hasTable('kernel_migrations'))
    ? await db.reader('kernel_migrations').whereNotNull('finished_at').select('name')
    : [];
  const done = new Set(rows.map(({ name }) => name));
  if (!known.every((name) => done.has(name)))
    throw new ConfigError(
      'the database is empty or of an older version: start the manager of this one first',
    );
  const newer = [...done].filter((name) => name.startsWith('identity/') && !known.includes(name));
  if (newer.length > 0) throw new ConfigError('the database is of a newer version: use that one’s program');
}
