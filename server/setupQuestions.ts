/** What `fleetmend setup` has to know, how it asks for it, and whether an answer can work. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import { pino } from 'pino';
import type { Config } from './config.ts';
import { databaseUrl, publicUrl, withCredentials } from './configValues.ts';
import { freeBytes, leadsHere, LEAST_FREE, whyTaken } from './machine.ts';
import { openDatabase } from './kernel/db/open.ts';
import { sizeText } from './shared/sizeText.ts';
import { judgePair } from '../plugins/web-tls/domain/pair.ts';

/** Empty: not given. */
export interface Answers {
  name: string;
  listen: string;
  port: string;
  dataDir: string;
  database: string;
  databasePassword: string;
  adminPassword: string;
  certificate: string;
  key: string;
}

export type Answer = keyof Answers;

interface Known {
  /** The configuration as it is. */
  config: Config;
  given: Partial<Answers>;
  /** The manager of this machine runs, so its port is taken by itself. */
  isRunning: boolean;
}

interface Question {
  flag: string;
  /** What follows the flag in the help. */
  value: string;
  text: string;
  /** Comes from a file or the standard input, and is not shown while it is typed. */
  isSecret?: true;
  /** Not asked where this says so. */
  isNeedless?(given: Partial<Answers>): boolean;
  proposed(known: Known): string;
  /** Null: it can work. Warnings are told by `warn`. */
  problem(value: string, known: Known, warn: (text: string) => void): Promise<Problem> | Problem;
}

/** What is wrong; with `of`, with an answer that was given before. */
type Problem = string | { text: string; of: Answer } | null;

/** The oldest that Fleetmend is tested with. */
const OLDEST_MARIADB = [10, 6] as const;
const LEAST_PASSWORD = 12;

export const QUESTIONS: Readonly<Record<Answer, Question>> = {
  name: {
    flag: '--name',
    value: 'NAME',
    text: 'Name by which people and hosts reach this manager (such as patch.example.org)',
    proposed: ({ config }) => (config.publicUrl === null ? '' : new URL(config.publicUrl).hostname),
    problem: nameProblem,
  },
  listen: {
    flag: '--listen',
    value: 'ADDRESS',
    text: 'Address to listen on (0.0.0.0: all)',
    // That of a package that nobody has set up yet serves this machine alone.
    proposed: ({ config }) => (config.publicUrl === null ? '0.0.0.0' : config.listen),
    problem: (value) => (isIP(value) > 0 ? null : `"${value}" is not an IP address`),
  },
  port: {
    flag: '--port',
    value: 'PORT',
    text: 'Port',
    proposed: ({ config }) => String(config.port),
    async problem(value, { given, isRunning, config }) {
      const port = Number(value);
      if (!Number.isInteger(port) || port < 1 || port > 65_535)
        return `"${value}" is not a port: use 1 to 65535`;
      if (isRunning && port === config.port) return null;
      return whyTaken(given.listen ?? config.listen, port);
    },
  },
  dataDir: {
    flag: '--data-dir',
    value: 'DIRECTORY',
    text: 'Data directory',
    proposed: ({ config }) => config.dataDir,
    problem(value) {
      if (!isAbsolute(value)) return `"${value}" is not an absolute path`;
      if (existsSync(value) && !statSync(value).isDirectory()) return `${value} is not a directory`;
      const free = freeBytes(value);
      return free < LEAST_FREE
        ? `only ${sizeText(free)} are free there, and at least ${sizeText(LEAST_FREE)} are needed`
        : null;
    },
  },
  database: {
    flag: '--database',
    value: 'sqlite|mysql://USER@HOST/NAME',
    text: 'Database: sqlite, or the address of a MariaDB (mysql://user@host/name)',
    proposed: ({ config }) => (config.databaseUrl === null ? 'sqlite' : withoutPassword(config.databaseUrl)),
    problem(value, { config }) {
      if (value === 'sqlite')
        return config.databaseUrl === null
          ? null
          : 'the configuration sets database_url: remove it there first';
      try {
        const { password, pathname } = new URL(databaseUrl(value));
        if (password !== '') return 'leave the password out of the address: it has a question of its own';
        return pathname.length < 2 ? 'it does not name a database: mysql://user@host/name' : null;
      } catch (error) {
        return (error as Error).message;
      }
    },
  },
  databasePassword: {
    flag: '--database-password',
    value: 'FILE|-',
    text: 'Database password',
    isSecret: true,
    isNeedless: ({ database }) => database === 'sqlite',
    proposed: ({ config }) => passwordIn(config.databaseUrl),
    problem: (value, { given, config }, warn) =>
      databaseProblem(given.database ?? '', value, { warn, isKnown: config.databaseUrl !== null }),
  },
  adminPassword: {
    flag: '--admin-password',
    value: 'FILE|-',
    text: 'Password for the first administrator, admin (empty: generate one and show it)',
    isSecret: true,
    proposed: () => '',
    problem: (value) =>
      value === '' || (value.length >= LEAST_PASSWORD && value.length <= 128)
        ? null
        : `it must be ${LEAST_PASSWORD} to 128 characters long`,
  },
  certificate: {
    flag: '--certificate',
    value: 'FILE',
    text: 'Your own certificate for the web UI, with its chain (PEM; empty: the manager creates one)',
    proposed: ({ config }) => config.webCertFile ?? '',
    problem: (value) => (value === '' || existsSync(value) ? null : `${value} does not exist`),
  },
  key: {
    flag: '--key',
    value: 'FILE',
    text: 'Private key of that certificate',
    isNeedless: ({ certificate }) => (certificate ?? '') === '',
    proposed: ({ config }) => config.webKeyFile ?? '',
    problem(value, { given }) {
      try {
        const pair = {
          cert: readFileSync(given.certificate ?? '', 'utf8'),
          key: readFileSync(value, 'utf8'),
        };
        judgePair(pair, { now: new Date(), host: given.name ?? null });
        return null;
      } catch (error) {
        return (error as Error).message;
      }
    },
  },
};

/** Whoever dials the name must come here; behind a proxy or NAT it leads elsewhere, so that is a warning. */
async function nameProblem(
  value: string,
  { config }: Known,
  warn: (text: string) => void,
): Promise<string | null> {
  const { port } = config;
  try {
    publicUrl(`https://${isIP(value) === 6 ? `[${value}]` : value}:${port}`);
  } catch {
    return value === ''
      ? 'it is required'
      : `"${value}" is not a host name: enter it without https:// and port`;
  }
  try {
    const found = await lookup(value, { all: true });
    const addresses = found.map(({ address }) => address);
    if (!leadsHere(addresses))
      warn(
        `${value} resolves to ${addresses.join(', ')}, which is not an address of this machine; that is fine only behind a proxy or NAT`,
      );
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return `${value} does not resolve (${code}): add it to the DNS, or to /etc/hosts here and on the hosts`;
  }
}

/** No password would help. */
const OF_THE_ADDRESS: readonly string[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ER_BAD_DB_ERROR',
];

interface DatabaseTrial {
  warn(text: string): void;
  /** It is the database of the configuration as it is. */
  isKnown: boolean;
}

/** Connects, and does what a manager will do: makes a table and takes it away. */
async function databaseProblem(
  address: string,
  password: string,
  { warn, isKnown }: DatabaseTrial,
): Promise<Problem> {
  const url = withCredentials(address, null, password === '' ? null : password);
  try {
    const db = await openDatabase({ url, log: pino({ level: 'silent' }) });
    try {
      const [[row]] = (await db.knex.raw(
        'select version() as version, @@innodb_flush_log_at_trx_commit as flushed',
      )) as [{ version: string; flushed: number }[]];
      const version = row?.version ?? '';
      const [major = 0, minor = 0] = version.split('.').map(Number.parseFloat);
      const [least, leastMinor] = OLDEST_MARIADB;
      if (/mariadb/i.test(version) && (major < least || (major === least && minor < leastMinor)))
        return `it is MariaDB ${version}, but ${OLDEST_MARIADB.join('.')} or newer is required`;
      if (Number(row?.flushed) !== 1)
        warn('innodb_flush_log_at_trx_commit is not 1: a crash of the database loses the last writes');
      if (!isKnown && (await db.knex.schema.hasTable('kernel_migrations')))
        return 'it already contains a Fleetmend installation: to run another manager on it, see docs/install/several-managers.md; to restore a backup, use fleetmend restore';
      await db.knex.schema.createTable('fleetmend_setup_trial', (t) => t.increments('id'));
      await db.knex.schema.dropTable('fleetmend_setup_trial');
      return null;
    } finally {
      await db.close();
    }
  } catch (error) {
    const { message, cause } = error as Error;
    const text = message.split('\n')[0] ?? 'it does not respond';
    return OF_THE_ADDRESS.includes((cause as NodeJS.ErrnoException | undefined)?.code ?? '')
      ? { of: 'database', text: `${text}: check that it is running, and that the address is right` }
      : text;
  }
}

function withoutPassword(address: string): string {
  const url = new URL(address);
  url.password = '';
  return url.href;
}

const passwordIn = (address: string | null): string =>
  address === null ? '' : decodeURIComponent(new URL(address).password);
