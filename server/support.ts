/** `fleetmend support`: what whoever helps needs to see of this manager, in one text file that can be read before it is sent. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, freemem, hostname, release, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { printConfig, secretsIn, type Config } from './config.ts';
import { examine } from './doctor.ts';
import { healthOf } from './machine.ts';
import { CommandRefused, UsageError } from './kernel/boot/commands.ts';
import { tablesOf } from './kernel/db/migrateTables.ts';
import { openDatabase } from './kernel/db/open.ts';
import { managerVersion } from './kernel/version.ts';
import { reportOf } from './shared/doctor.ts';
import { sizeText } from './shared/sizeText.ts';

const run = promisify(execFile);
const LOG_LINES = '3000';
const COMMAND_MS = 20_000;
const MOST_OUTPUT = 64 * 1_048_576;

/** Heading → how its part is read. A part that cannot be read says why, and keeps none of the others away. */
const PARTS: Readonly<Record<string, (config: Config) => Promise<string> | string>> = {
  version: () => `${managerVersion()}, Node ${process.version}`,
  machine: () =>
    [
      `${hostname()}, ${arch()}, Linux ${release()}`,
      `${cpus().length} processors, ${sizeText(freemem())} of ${sizeText(totalmem())} memory free`,
      readFileSync('/etc/os-release', 'utf8').trim(),
    ].join('\n'),
  configuration: printConfig,
  doctor: async (config) => reportOf(await examine(config)).text,
  health: async ({ listen, port }) => JSON.stringify(await healthOf(listen, port), null, 2),
  disks: ({ dataDir }) => said('df', '-h', '-T', dataDir, '/', '/var'),
  'data directory': ({ dataDir }) => said('ls', '-lan', dataDir),
  unit: () => said('systemctl', 'status', '--no-pager', '--lines=0', 'fleetmend.service', 'fleetmend.socket'),
  'drop-ins': () => said('systemctl', 'cat', '--no-pager', 'fleetmend.service', 'fleetmend.socket'),
  clock: () => said('timedatectl', 'show'),
  database: databaseText,
  log: () => said('journalctl', '-u', 'fleetmend', '-n', LOG_LINES, '-o', 'short-iso', '--no-pager'),
};

/** Throws UsageError, and CommandRefused where the file cannot be written. */
export async function support(
  args: readonly string[],
  print: (line: string) => void,
  config: Config,
): Promise<number> {
  const day = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  const [file = `fleetmend-support-${day}.txt`, ...more] = args;
  if (more.length > 0 || (file !== '-' && file.startsWith('-')))
    throw new UsageError('support takes one file name');
  const parts: string[] = [];
  for (const [heading, part] of Object.entries(PARTS)) {
    process.stderr.write(`${heading} …\n`);
    parts.push(`===== ${heading} =====\n${await textOf(part, config)}\n`);
  }
  const text = withoutSecrets(parts.join('\n'), config);
  try {
    if (file === '-') process.stdout.write(text);
    else writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw new CommandRefused(`the file cannot be written: ${(error as Error).message}`, { cause: error });
  }
  if (file !== '-')
    print(
      `Wrote ${resolve(file)}, without passwords and keys. Its log contains names of hosts and people: review it before you send it.`,
    );
  return 0;
}

async function textOf(part: (config: Config) => Promise<string> | string, config: Config): Promise<string> {
  try {
    return await part(config);
  } catch (error) {
    return `cannot be read: ${(error as Error).message.split('\n')[0]}`;
  }
}

/** What a program of the machine says; also when it ends with an error, as systemctl does for a unit that has failed. */
async function said(program: string, ...args: string[]): Promise<string> {
  const options = {
    timeout: COMMAND_MS,
    maxBuffer: MOST_OUTPUT,
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
  };
  try {
    return (await run(program, args, options)).stdout.trimEnd();
  } catch (error) {
    const { stdout, stderr, code } = error as { stdout?: string; stderr?: string; code?: string | number };
    if (stdout === undefined || code === 'ENOENT') throw error;
    return `${stdout}${stderr}`.trimEnd();
  }
}

/** Sizes and migrations, and nothing of what stands in the rows. */
async function databaseText({ databaseUrl, dataDir }: Config): Promise<string> {
  const file = join(dataDir, 'fleetmend.sqlite');
  const db = await openDatabase({ url: databaseUrl ?? undefined, file, log: pino({ level: 'silent' }) });
  try {
    const [version] = (await db.knex.raw(
      db.dialect === 'sqlite' ? 'select sqlite_version() as version' : 'select version() as version',
    )) as unknown[];
    const lines = [`${db.dialect} ${JSON.stringify(version)}`];
    for (const table of [...(await tablesOf(db.knex, db.dialect))].sort()) {
      const row = (await db.knex(table).count({ rows: '*' }).first()) as { rows: number | string };
      lines.push(`${table}: ${row.rows} rows`);
    }
    const done = (await db.knex('kernel_migrations').select('*').orderBy('name')) as object[];
    return [...lines, ...done.map((one) => JSON.stringify(one))].join('\n');
  } finally {
    await db.close();
  }
}

/** The log says none by itself; a drop-in or a message of another program might. */
function withoutSecrets(text: string, config: Config): string {
  const known = secretsIn(config).reduce((rest, secret) => rest.replaceAll(secret, '********'), text);
  return known
    .replaceAll(/(:\/\/[^\s:@/]+:)[^\s@/]+@/g, '$1********@')
    .replaceAll(/((?:PASSWORD|SECRET|TOKEN|KEY)[A-Z_]*=)("[^"]*"|'[^']*'|[^\s"']+)/g, '$1********');
}
