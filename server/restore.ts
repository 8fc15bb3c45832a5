import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { pino, type Logger } from 'pino';
import type { Config } from './config.ts';
import { loadPackages } from './installed/choose.ts';
import { checkBackup, type Checked } from './kernel/backup/backup.ts';
import { refusing, tellReading } from './kernel/backup/command.ts';
import { raiseEpoch } from './kernel/backup/installation.ts';
import { openerArgs } from './kernel/backup/keys.ts';
import { assertEmpty, dropAll, loadRows, migrationsFor } from './kernel/backup/load.ts';
import { BackupUnreadable } from './kernel/backup/lines.ts';
import type { Opener } from './kernel/backup/sealed.ts';
import { createCommandContext } from './kernel/boot/commandContext.ts';
import { CommandRefused } from './kernel/boot/commands.ts';
import { isHeldByAnother, lockDataDir } from './kernel/boot/dataDirLock.ts';
import type { AnyFeature } from './kernel/boot/feature.ts';
import { migrationsOf } from './kernel/boot/loader.ts';
import { validateManifests } from './kernel/boot/manifests.ts';
import { systemClock } from './kernel/clock.ts';
import { withProgress } from './kernel/progress.ts';
import type { Database } from './kernel/db/database.ts';
import { openDatabase } from './kernel/db/open.ts';
import { writeNewPrivateFile } from './kernel/privateFile.ts';
import { machineActor } from './kernel/security/actor.ts';
import { createSecrets, loadMasterKey } from './kernel/security/secrets.ts';
import { managerErrors } from './shared/wire/managerErrors.ts';
import * as shipped from './plugins.ts';

const DATABASE = 'fleetmend.sqlite';
/** In the order in which they are written. */
const FILES = ['secret.key', 'instance.id', 'audit-checkpoints.key', 'audit-checkpoints.jsonl'];
const CONFIGURATION = 'manager.toml';

/** `fleetmend restore FILE`; answers the exit code. Throws UsageError and CommandRefused. */
export async function restore(
  args: readonly string[],
  print: (line: string) => void,
  config: Config,
): Promise<number> {
  const { file, by } = openerArgs('restore', args);
  const log = pino({ level: 'silent' });
  const release = hold(config.dataDir);
  try {
    await refusing(() => restoreFrom({ file, by, config, log, print }));
  } finally {
    release();
  }
  return 0;
}

export interface RestoreOptions {
  file: string;
  by: Opener;
  config: Config;
  log: Logger;
  print(line: string): void;
}

/**
 * Restores into the data directory and the database of the configuration, which must both be empty: all of the backup, or
 * nothing. The file is read twice: nothing is written before the first time found it whole. Throws BackupUnreadable.
 */
export async function restoreFrom({ file, by, config, log, print }: RestoreOptions): Promise<void> {
  assertNothingThere(config.dataDir);
  const checked = await withProgress((tell) =>
    checkBackup(file, by, { onReading: tellReading('checking', tell) }),
  );
  const { header, counted } = checked;
  print(
    `${file}: made ${header.made_at} by version ${header.version}, ${counted.rows} rows; the file is intact`,
  );
  assertSameKey(config, checked);
  const installed = await loadPackages(config, log);
  const features: AnyFeature[] = [
    ...shipped.core,
    ...shipped.plugins,
    ...installed.flatMap(({ feature }) => feature ?? []),
  ];
  const migrations = migrationsFor(header, migrationsOf(validateManifests(features)));
  const db = await openDatabase({
    url: config.databaseUrl ?? undefined,
    file: join(config.dataDir, DATABASE),
    log,
  });
  let begun = false;
  try {
    await assertEmpty(db);
    begun = true;
    await withProgress((tell) =>
      loadRows(db, { file, by, migrations, log, onReading: tellReading('restoring', tell) }),
    );
    writeFiles(config, checked);
    const epoch = await beginAnew({ config, db, features, log, made: header.made_at, file });
    await db.close();
    giveToOwner(config.dataDir);
    tellWhatNext({ print, config, epoch, made: header.made_at });
  } catch (error) {
    if (begun && db.dialect === 'mariadb') await dropAll(db).catch(() => undefined);
    await db.close();
    if (begun) removeOwn(config.dataDir);
    throw error;
  }
}

function hold(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    return lockDataDir(dataDir);
  } catch (error) {
    if (!isHeldByAnother(error)) throw error;
    throw new CommandRefused(`a manager is running on ${dataDir}: restore into an empty directory`, {
      cause: error,
    });
  }
}

function assertNothingThere(dataDir: string): void {
  const there = [DATABASE, ...FILES].filter((name) => existsSync(join(dataDir, name)));
  if (there.length === 0) return;
  throw new BackupUnreadable(
    `${dataDir} already contains ${there.join(' and ')}: restore into an empty directory; move the old one away, or set another data_dir`,
  );
}

function assertSameKey({ secretKey }: Config, { files }: Checked): void {
  const kept = files.find((each) => each.file === 'secret.key')?.text.trim();
  if (kept === undefined) throw new BackupUnreadable('the backup does not contain a secret key');
  if (secretKey === null || secretKey.trim() === kept) return;
  throw new BackupUnreadable(
    'the configuration sets a secret_key other than that of the backup: remove it, and the key is restored into a file in the data directory',
  );
}

function writeFiles({ dataDir, secretKey }: Config, { files }: Checked): void {
  for (const name of FILES) {
    const text = files.find((each) => each.file === name)?.text;
    if (text !== undefined && !(name === 'secret.key' && secretKey !== null))
      writeNewPrivateFile(join(dataDir, name), text);
  }
  const configuration = files.find((each) => each.file === CONFIGURATION)?.text;
  if (configuration !== undefined)
    writeFileSync(join(dataDir, `${CONFIGURATION}.restored`), configuration, { mode: 0o600 });
}

interface Beginning {
  config: Config;
  db: Database;
  features: readonly AnyFeature[];
  log: Logger;
  made: string;
  file: string;
}

/** The restored copy is not the original: a higher epoch, nobody signed in, and a signed row of the audit log says so. */
async function beginAnew({ config, db, features, log, made, file }: Beginning): Promise<number> {
  const secrets = createSecrets(loadMasterKey(config.dataDir, config.secretKey));
  const instanceId = readFileSync(join(config.dataDir, 'instance.id'), 'utf8').trim();
  const { ctx, stop } = await createCommandContext({
    config,
    log,
    db,
    features,
    off: [],
    secrets,
    instanceId,
    clock: systemClock,
    commonErrors: managerErrors,
    actor: machineActor(userInfo().username),
    print: () => undefined,
  });
  try {
    const at = ctx.clock.now();
    const epoch = await ctx.tx(
      async (tx) => {
        const raised = await raiseEpoch(
          tx,
          at,
          features.map(({ name }) => name),
        );
        await ctx.audit.record(tx, {
          actor: ctx.actor,
          address: null,
          action: 'installation.restored',
          resource: { kind: 'installation', id: null, name: null },
          after: { epoch: raised, backup_made_at: made, file },
        });
        return raised;
      },
      { name: 'installation.restored' },
    );
    await ctx.checkpoints.write();
    return epoch;
  } finally {
    await stop();
  }
}

/** What root has made belongs to whom the directory belongs: the manager runs as that user. */
function giveToOwner(dataDir: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dataDir);
  for (const file of ownFiles(dataDir)) if (existsSync(file)) chownSync(file, uid, gid);
}

function removeOwn(dataDir: string): void {
  for (const file of ownFiles(dataDir)) rmSync(file, { force: true });
}

const ownFiles = (dataDir: string): string[] =>
  [DATABASE, `${DATABASE}-wal`, `${DATABASE}-shm`, ...FILES, `${CONFIGURATION}.restored`].map((name) =>
    join(dataDir, name),
  );

function tellWhatNext({
  print,
  config: { dataDir },
  epoch,
  made,
}: Pick<RestoreOptions, 'print' | 'config'> & { epoch: number; made: string }): void {
  print(`restored into ${dataDir}, epoch ${epoch}: from now on agents refuse managers of an earlier epoch`);
  print(`users, hosts and rules created after ${made} are gone, and those removed since then are back`);
  print('everybody has to sign in again; enrollment tokens have expired');
  print('API tokens are refused until you confirm them with "fleetmend token confirm"');
  if (existsSync(join(dataDir, `${CONFIGURATION}.restored`)))
    print(
      `the configuration in the backup is now ${join(dataDir, `${CONFIGURATION}.restored`)}, to compare; yours stays in force`,
    );
  print('now start the manager');
}
