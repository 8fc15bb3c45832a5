#!/usr/bin/env node
import { ConfigError, configHelp, loadConfig, printConfig } from './config.ts';
import { guarded, outliveFaults } from './shared/guarded.ts';
import { BootError } from './kernel/boot/bootError.ts';
import { createLogger } from './kernel/log.ts';
import {
  CommandRefused,
  isMachineCommand,
  MACHINE_COMMANDS_USAGE,
  runMachineCommand,
} from './machineCommands.ts';
import { startManager } from './manager.ts';
import { UsageError } from './core/identity/commands.ts';

const USAGE = `fleetmend: the central manager

  node server/main.ts [--config FILE] [--print-config] [--help]
  node server/main.ts user WORDS… [--config FILE]

${MACHINE_COMMANDS_USAGE}

${configHelp()}
`;

async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help')) return void process.stdout.write(USAGE);
  if (isMachineCommand(args[0])) return commandAtMachine(args);
  const config = loadConfig(process.env, fileArgument(args));
  if (args.includes('--print-config')) return void process.stdout.write(`${printConfig(config)}\n`);
  const log = createLogger({ level: config.logLevel, name: 'fleetmend' });
  outliveFaults((error) =>
    log.error({ error }, 'something failed that nobody waited for; the manager goes on'),
  );
  const manager = await startManager({ config, log });
  const { identity, agents } = manager.loaded.ctx.core;
  if (identity.firstPassword !== null) {
    process.stdout.write(
      `first password of 'admin' (shown once, to be changed at the first sign-in): ${identity.firstPassword}\n`,
    );
  }
  const ready = {
    event: 'listening',
    url: manager.url,
    port: manager.port,
    ca_fingerprint: agents.ca.rootPin(),
  };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
  const stop = (signal: string): void => {
    log.info({ signal }, 'stopping');
    void manager.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ error }, 'stopped with an error');
        process.exit(1);
      },
    );
  };
  process.once(
    'SIGTERM',
    guarded(() => stop('SIGTERM')),
  );
  process.once(
    'SIGINT',
    guarded(() => stop('SIGINT')),
  );
}

/** The words come first, then the flags. The log stays quiet but for what is broken: people read this. */
async function commandAtMachine(args: readonly string[]): Promise<void> {
  const firstFlag = args.findIndex((arg) => arg.startsWith('--'));
  const end = firstFlag === -1 ? args.length : firstFlag;
  const config = loadConfig(process.env, fileArgument(args.slice(end)));
  const log = createLogger({ level: 'error', name: 'fleetmend' });
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  await runMachineCommand({ config, log, print }, args.slice(0, end));
}

/** What a person can act on is told in one line. */
function isClear(error: unknown): error is Error {
  return [ConfigError, BootError, UsageError, CommandRefused].some((kind) => error instanceof kind);
}

function fileArgument(args: readonly string[]): string | null {
  const known = new Set(['--config', '--print-config', '--help']);
  const at = args.indexOf('--config');
  const file = at === -1 ? null : (args[at + 1] ?? null);
  if (at !== -1 && file === null) throw new ConfigError('--config needs a file');
  const unknown = args.filter((arg, index) => !known.has(arg) && (at === -1 || index !== at + 1));
  if (unknown.length > 0) throw new ConfigError(`unknown argument: ${unknown.join(' ')} (see --help)`);
  return file;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const text = isClear(error) ? error.message : ((error as Error).stack ?? String(error));
  process.stderr.write(`fleetmend: ${text}\n`);
  process.exit(error instanceof UsageError ? 2 : 1);
}
