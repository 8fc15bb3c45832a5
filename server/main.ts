#!/usr/bin/env node
import { commandHelp, runCommand } from './command.ts';
import { configHelp, loadConfig, printConfig } from './config.ts';
import { ConfigError } from './configValues.ts';
import { guarded, outliveFaults } from './shared/guarded.ts';
import { ENDING, outliveSignals, SIGNAL_IGNORED } from './shared/signals.ts';
import { BootError } from './kernel/boot/bootError.ts';
import { CommandRefused, EXIT, UsageError } from './kernel/boot/commands.ts';
import { createLogger } from './kernel/log.ts';
import { managerVersion, PROGRAM } from './kernel/version.ts';
import { type Manager, startManager } from './manager.ts';
import { createServiceManager } from './serviceManager.ts';

const USAGE = `fleetmend: the central manager

  ${PROGRAM} [--config FILE] [--print-config] [--version] [--help]
  ${PROGRAM} [--config FILE] COMMAND…

${commandHelp()}

${configHelp()}
`;

const STOP_LIMIT_MS = 9_000;

async function main(args: readonly string[]): Promise<void> {
  const { file, words } = divided(args);
  if (args.includes('--version')) return void process.stdout.write(`${managerVersion()}\n`);
  if (args.includes('--help')) return void process.stdout.write(USAGE);
  if (words.length > 0) return command(words, file);
  const config = loadConfig(process.env, file);
  if (args.includes('--print-config')) return void process.stdout.write(`${printConfig(config)}\n`);
  const log = createLogger({ level: config.logLevel, name: 'fleetmend' });
  outliveFaults((error) =>
    log.error({ error }, 'something failed that nobody waited for; the manager goes on'),
  );
  outliveSignals(
    (signal) => log.info({ signal }, SIGNAL_IGNORED),
    () => {
      log.info({ signal: 'SIGHUP' }, 'reading again the files that the configuration names');
      void starting.then(
        (manager) => manager.reload(),
        () => undefined,
      );
    },
  );
  let running: Manager | null = null;
  const service = createServiceManager(process.env, log);
  // From the first line on, so that a start that is broken off ends in order, too: as pid 1 of a container it would not
  // end at all, and what was compiled would be lost.
  for (const signal of ENDING) {
    const asked = guarded(() => {
      log.info({ signal, drainSecs: running === null ? 0 : config.drainSecs }, 'stopping');
      service.stopping();
      void Promise.resolve(running?.drain()).then(() => stop(0));
    });
    process.once(signal, asked);
  }
  const starting = startManager({
    config,
    log,
    onFirstPassword: printFirstPassword,
    onNewerDatabase(migrations) {
      log.error(
        { migrations: migrations.slice(0, 3) },
        'a newer version has migrated the database, so this manager stops; start the newer version here too',
      );
      stop(1);
    },
  });
  const stop = (exitCode: number): void => {
    // Whoever stops it has been promised 10 seconds, and a database that does not answer keeps parts of it for longer.
    const giveUp = guarded(() => {
      log.error('did not stop in time, so it ends with work in progress, which is resumed at the next start');
      process.exit(1);
    });
    setTimeout(giveUp, STOP_LIMIT_MS);
    void starting
      .then((manager) => manager.stop())
      .then(
        () => process.exit(exitCode),
        (error: unknown) => {
          log.error({ error }, 'stopped with an error');
          process.exit(1);
        },
      );
  };
  const manager = await starting;
  running = manager;
  const { agents } = manager.loaded.ctx.core;
  const ready = {
    event: 'listening',
    url: manager.url,
    port: manager.port,
    ca_fingerprint: agents.ca.rootPin(),
  };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
  service.ready();
}

function printFirstPassword(password: string): void {
  process.stdout.write(
    `first password of 'admin' (shown once, to be changed at the first sign-in): ${password}\n`,
  );
}

async function command(words: readonly string[], file: string | null): Promise<void> {
  const log = createLogger({ level: 'error', name: 'fleetmend' });
  outliveReader();
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  try {
    process.exitCode = await runCommand({ words, config: loadConfig(process.env, file), log, print });
  } catch (error) {
    process.stderr.write(`fleetmend: ${told(error)}\n`);
    process.exitCode = exitCodeOf(error);
  }
}

/** With `… | head` nobody reads the rest: the command still comes to its end, and to its exit code. */
function outliveReader(): void {
  process.stdout.on(
    'error',
    guarded((error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') return;
      process.stderr.write(`fleetmend: the output could not be written: ${error.message}\n`);
      process.exitCode = EXIT.software;
    }),
  );
}

function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT.usage;
  if (error instanceof CommandRefused) return 1;
  return error instanceof ConfigError || error instanceof BootError ? EXIT.config : EXIT.software;
}

/** Errors that a person can act on are told by their message alone, others with their stack. */
function told(error: unknown): string {
  const isClear = [UsageError, CommandRefused, ConfigError, BootError].some((kind) => error instanceof kind);
  return isClear ? (error as Error).message : ((error as Error).stack ?? String(error));
}

const FLAGS = new Set(['--print-config', '--help', '--version']);

/** The program's own flags may stand anywhere; the rest is a command with its arguments. Throws a UsageError. */
function divided(args: readonly string[]): { file: string | null; words: readonly string[] } {
  const at = args.indexOf('--config');
  const file = at === -1 ? null : (args[at + 1] ?? null);
  if (at !== -1 && file === null) throw new UsageError('--config needs a file');
  const words = args.filter(
    (arg, index) => !FLAGS.has(arg) && (at === -1 || (index !== at && index !== at + 1)),
  );
  if (words[0]?.startsWith('-')) throw new UsageError(`unknown argument: ${words.join(' ')} (see --help)`);
  return { file, words };
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`fleetmend: ${told(error)}\n`);
  process.exit(error instanceof UsageError ? EXIT.usage : 1);
});
