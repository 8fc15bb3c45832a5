import { existsSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { ConfigError } from './configValues.ts';
import { chooseFeatures, loadPackages } from './installed/choose.ts';
import { stage } from './kernel/boot/bootError.ts';
import { createCommandContext } from './kernel/boot/commandContext.ts';
import { CommandRefused, UsageError } from './kernel/boot/commands.ts';
import type { AnyFeature, Command } from './kernel/boot/feature.ts';
import { kernelCommands } from './kernel/boot/manifests.ts';
import { systemClock } from './kernel/clock.ts';
import { drain } from './drain.ts';
import { examine } from './doctor.ts';
import { healthOf } from './machine.ts';
import { beginCopy, CopyFailed } from './kernel/db/migrateBackup.ts';
import { openDatabase } from './kernel/db/open.ts';
import { machineActor } from './kernel/security/actor.ts';
import { createSecrets, loadMasterKey } from './kernel/security/secrets.ts';
import { reportOf } from './shared/doctor.ts';
import { sizeText } from './shared/sizeText.ts';
import { AppError, type ErrorCatalogue } from './shared/wire/appError.ts';
import { managerErrors } from './shared/wire/managerErrors.ts';
import * as shipped from './plugins.ts';

/** Needs nothing of what it examines. */
const doctor: Command = {
  name: 'doctor',
  usage: '[--json]',
  summary: 'checks this machine: disk, key, service, database, clock, certificates, agents, mail, backup',
  async alone(args, print, config) {
    const others = args.filter((arg) => arg !== '--json');
    if (others.length > 0) throw new UsageError(`doctor does not take ${others[0]}`);
    const { exitCode, text, json } = reportOf(await examine(config));
    print(args.includes('--json') ? JSON.stringify(json, null, 2) : text);
    return exitCode;
  },
};

/** Asked by who starts containers: an image without a shell has no other program that could ask. */
const health: Command = {
  name: 'health',
  summary: 'whether the manager on this machine serves, as status/health says',
  async alone(args, print, { listen, port }) {
    if (args.length > 0) throw new UsageError(`health does not take ${args[0]}`);
    try {
      const { status, version, checks } = await healthOf(listen, port);
      const failing = Object.keys(checks).filter((name) => checks[name] !== 'ok');
      print(`version ${version}: ${status}${failing.length > 0 ? ` (${failing.join(', ')})` : ''}`);
      return status === 'ok' ? 0 : 1;
    } catch (error) {
      print(`no answer: ${(error as Error).message}`);
      return 1;
    }
  },
};

const setup: Command = {
  name: 'setup',
  usage:
    '[--name NAME] [--listen ADDRESS] [--port PORT] [--data-dir DIRECTORY] [--database sqlite|URL] [--database-password FILE|-] [--admin-password FILE|-] [--certificate FILE --key FILE] [--yes] [--no-start]',
  summary: 'asks what a new manager needs, checks it, writes the configuration and starts the service',
  alone: async (...call) => (await import('./setup.ts')).setup(...call),
};

/** What whoever helps needs to see. */
const support: Command = {
  name: 'support',
  usage: '[FILE]',
  summary: 'writes a text file for support: configuration, checks, log and sizes, without secrets',
  alone: async (...call) => (await import('./support.ts')).support(...call),
};

const restore: Command = {
  name: 'restore',
  usage: 'FILE --identity FILE | --passphrase FILE',
  summary: 'restores a backup into an empty data directory and database; from SQLite to MariaDB or back, too',
  // Loaded by this command alone: each start of the manager would take longer for it.
  alone: async (...call) => (await import('./restore.ts')).restore(...call),
};

/** Says it to the manager that runs, over its socket in the data directory. */
const draining: Command = {
  name: 'drain',
  usage: '[--stop | --undo]',
  summary: 'takes the running manager out of service; --stop then stops it, --undo puts it back',
  alone(args, print, config) {
    assertOwner(config.dataDir);
    return drain(args, print, config);
  },
};

/** Packages call it before an upgrade: what then has to be copied while nothing serves is what differs. */
const upgradeCopy: Command = {
  name: 'upgrade-copy',
  summary: 'starts the copy of SQLite that the next version makes before it migrates; the manager may run',
  async alone(args, print, { dataDir, databaseUrl }) {
    if (args.length > 0) throw new UsageError(`upgrade-copy does not take ${args[0]}`);
    const file = join(dataDir, 'fleetmend.sqlite');
    if (databaseUrl !== null || !existsSync(file)) {
      print('nothing to copy: the database is not a SQLite file');
      return 0;
    }
    assertOwner(dataDir);
    try {
      const { bytes, written } = await beginCopy(file);
      print(
        `${file}: copied ${sizeText(written)} of ${sizeText(bytes)}; the next start copies what changes until then, if it has to migrate`,
      );
      return 0;
    } catch (error) {
      if (error instanceof CopyFailed) throw new CommandRefused(error.message, { cause: error });
      throw error;
    }
  },
};

const commandsOf = (features: readonly AnyFeature[]): Command[] => [
  setup,
  doctor,
  support,
  health,
  restore,
  draining,
  upgradeCopy,
  ...kernelCommands,
  ...features.flatMap(({ commands = [] }) => commands),
];

/** Width of the help's first column: what is longer has its meaning on the next line. */
const HELP_WIDTH = 53;

/** One line for each command that ships. */
export function commandHelp(): string {
  const rows = commandsOf([...shipped.core, ...shipped.plugins]).map(({ name, usage = '', summary }) => {
    const call = `${name} ${usage}`.trimEnd();
    const gap = call.length > HELP_WIDTH ? `\n  ${' '.repeat(HELP_WIDTH)}` : '';
    return `  ${call.padEnd(HELP_WIDTH)}${gap} ${summary}`;
  });
  return [
    `  ${'command'.padEnd(HELP_WIDTH)} what it does, for the owner of the data directory`,
    ...rows,
  ].join('\n');
}

export interface Invocation {
  /** The command's words and what follows them. */
  words: readonly string[];
  config: Config;
  log: Logger;
  print(line: string): void;
}

/**
 * Runs a subcommand on the data of a manager, which may be running meanwhile; answers the exit code. Throws a
 * UsageError for an unknown command, a ConfigError or BootError where it cannot run here, a CommandRefused when the
 * command refuses.
 */
export async function runCommand({ words, config, log, print }: Invocation): Promise<number> {
  // A broken plugin is no reason for the doctor not to come.
  const installed = words[0] === doctor.name ? [] : await loadPackages(config, log);
  const own = installed.flatMap(({ feature }) => feature ?? []);
  const { command, args } = findCommand([...shipped.core, ...shipped.plugins, ...own], words);
  const code = (await command.alone?.(args, print, config)) ?? null;
  if (code !== null) return code;
  const { run } = command;
  if (!run) throw new Error(`${command.name} does nothing`);
  assertOwner(config.dataDir);
  assertThere(config);
  const masterKey = await stage('kernel', 'secret key', () =>
    loadMasterKey(config.dataDir, config.secretKey),
  );
  const db = await stage('kernel', 'database', () =>
    openDatabase({
      url: config.databaseUrl ?? undefined,
      file: join(config.dataDir, 'fleetmend.sqlite'),
      log,
    }),
  );
  try {
    const { on, off } = await chooseFeatures(config, installed, { db, log });
    const { ctx, stop } = await createCommandContext({
      config,
      log,
      db,
      print,
      off,
      features: on,
      clock: systemClock,
      secrets: createSecrets(masterKey),
      instanceId: readFileSync(join(config.dataDir, 'instance.id'), 'utf8').trim(),
      commonErrors: managerErrors,
      actor: machineActor(userInfo().username),
    });
    return await run(ctx, args)
      .catch((error: unknown) => refuse(error, ctx.errors))
      .finally(stop);
  } finally {
    await db.close();
  }
}

function refuse(error: unknown, errors: ErrorCatalogue): never {
  if (!(error instanceof AppError)) throw error;
  const text = error.params.message ?? errors[error.code]?.message ?? error.code;
  throw new CommandRefused(text, { cause: error });
}

function findCommand(
  features: readonly AnyFeature[],
  words: readonly string[],
): { command: Command; args: readonly string[] } {
  const commands = commandsOf(features);
  for (const length of [2, 1]) {
    const command = commands.find(({ name }) => name === words.slice(0, length).join(' '));
    if (command && words.length >= length) return { command, args: words.slice(length) };
  }
  const alike = commands.filter(({ name }) => name.startsWith(`${words[0]} `));
  const known = (alike.length > 0 ? alike : commands).map(({ name, usage = '' }) =>
    `\n  ${name} ${usage}`.trimEnd(),
  );
  throw new UsageError(`there is no command "${words.slice(0, 2).join(' ')}"; there are:${known.join('')}`);
}

/**
 * Throws a ConfigError unless the user is root or owns the data directory. The files' modes keep others out already;
 * this tells them why.
 */
export function assertOwner(dataDir: string, uid = process.getuid?.() ?? 0): void {
  if (!existsSync(dataDir)) throw new ConfigError(`there is no data directory ${dataDir}`);
  const owner = statSync(dataDir).uid;
  if (uid === 0 || uid === owner) return;
  throw new ConfigError(`only the owner of ${dataDir} (uid ${owner}) may do this, but you are uid ${uid}`);
}

/** Throws a ConfigError where the manager's files are missing: a mistyped directory must not get a new database. */
function assertThere({ dataDir, databaseUrl, secretKey }: Config): void {
  const wanted = [
    ...(databaseUrl === null ? ['fleetmend.sqlite'] : []),
    ...(secretKey === null ? ['secret.key'] : []),
    'instance.id',
  ];
  const missing = wanted.filter((file) => !existsSync(join(dataDir, file)));
  if (missing.length > 0)
    throw new ConfigError(
      `the data directory ${dataDir} has no ${missing.join(' and no ')}: is it the manager's?`,
    );
}
