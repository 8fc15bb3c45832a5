import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'smol-toml';
import {
  ConfigError,
  databaseUrl,
  flag,
  hostAndPort,
  list,
  LOG_LEVELS,
  logLevel,
  notice,
  pathName,
  port,
  proxies,
  publicUrl,
  secretKey,
  seconds,
  text,
  url,
  withCredentials,
} from './configValues.ts';

/** How the manager is run: from the environment (wins) and one file, frozen. */
export interface Config {
  /** The file that it came from; null: from the environment alone. */
  file: string | null;
  /** Directory of the manager's files; with the embedded database it holds all state. */
  dataDir: string;
  listen: string;
  port: number;
  /** mysql://user:password@host/database; null: a SQLite file in the data directory. */
  databaseUrl: string | null;
  /** Of the database, not encoded; null: what the URL says. The URL in force has them. */
  databaseUser: string | null;
  databasePassword: string | null;
  /** mongodb://…; null: the scheduler keeps its rows in the database. */
  mongodbUrl: string | null;
  /** 32 bytes, base64 or hex; null: a file in the data directory. Must be the same for all managers. */
  secretKey: string | null;
  /** Sets the first password of `admin`; null: a random one is printed once. */
  adminPassword: string | null;
  /** A file of SHA-1 hashes of passwords that nobody may choose, sorted; null: none. See isBreached. */
  breachedPasswordsFile: string | null;
  /** Words of the organisation, which make a password no harder to guess. */
  passwordWords: readonly string[];
  /** Names and addresses in the listener's certificate, besides manager.fleetmend.internal. */
  webNames: readonly string[];
  /** A certificate of the operator's own for the listener, and its key: PEM files; null: none. See `web_tls_strategy`. */
  webCertFile: string | null;
  webKeyFile: string | null;
  /** What agents and people dial, e.g. https://patch.example.org; null: made of listen and port. */
  publicUrl: string | null;
  /** Browsers then use HTTPS for all names below the manager's too, and for every port of them. */
  hstsSubDomains: boolean;
  /** Addresses or networks whose X-Forwarded-For counts. */
  trustedProxies: readonly string[];
  /** Where metrics are told without a sign-in; null as port: nowhere. */
  metricsListen: string;
  metricsPort: number | null;
  /** How long a manager that is to end goes on serving, so that load balancers notice. */
  drainSecs: number;
  /** `host:port` under which other managers of the same database reach this one; null: from `listen` and the machine's name. */
  peerAddress: string | null;
  /** The version that may change MariaDB so that older ones do not run on with it, although no backup is known; null: none. */
  migrateWithoutBackup: string | null;
  logLevel: string;
  /** Shown above every page of the web UI; null: nothing. */
  notice: string | null;
  /** Names of plugins that are switched off; their operations answer 404 PLUGIN_DISABLED. */
  disabledPlugins: readonly string[];
  /** Names of gates that may be switched off although they have enabled rows. */
  allowUngated: readonly string[];
  /** The name that the first provider of single sign-on had in paths: `/api/v1/auth/<name>/login`. */
  legacyProvider: string;
  /** Plugins of third parties: names of npm packages below `pluginsDir`, or paths of packages. */
  plugins: readonly string[];
  /** Where `npm install --prefix` puts these plugins. */
  pluginsDir: string;
  /** Where `npm run package:agent` has put the packages that hosts install. */
  packagesDir: string;
  /** Validates every response against the contract (tests; costs time). */
  validateResponses: boolean;
}

interface Field {
  key: Exclude<keyof Config, 'file'>;
  /** Key in the file; the environment variable is FLEETMEND_ and this in capitals, unless `env` names another. */
  name: string;
  env?: string;
  help: string;
  fallback: Config[keyof Config];
  parse(text: string): Config[keyof Config];
  secret?: boolean;
}

const FIELDS: readonly Field[] = [
  {
    key: 'dataDir',
    name: 'data_dir',
    help: 'directory where all data is kept',
    fallback: './data',
    parse: text,
  },
  { key: 'listen', name: 'listen', help: 'address to listen on', fallback: '127.0.0.1', parse: text },
  { key: 'port', name: 'port', help: 'HTTPS port', fallback: 8443, parse: port },
  {
    key: 'databaseUrl',
    name: 'database_url',
    env: 'DATABASE_URL',
    help: 'mysql://… (default: SQLite in the data directory)',
    fallback: null,
    parse: databaseUrl,
    secret: true,
  },
  {
    key: 'databaseUser',
    name: 'database_user',
    env: 'DATABASE_USER',
    help: 'user of the database, as it is (default: the one in the URL)',
    fallback: null,
    parse: text,
  },
  {
    key: 'databasePassword',
    name: 'database_password',
    env: 'DATABASE_PASSWORD',
    help: 'its password, as it is (default: the one in the URL)',
    fallback: null,
    parse: text,
    secret: true,
  },
  {
    key: 'mongodbUrl',
    name: 'mongodb_url',
    env: 'MONGODB_URL',
    help: 'mongodb://… for the scheduler (default: the database)',
    fallback: null,
    parse: url('mongodb', 'mongodb+srv'),
    secret: true,
  },
  {
    key: 'secretKey',
    name: 'secret_key',
    help: '32 bytes, base64 or hex (default: a file in the data directory)',
    fallback: null,
    parse: secretKey,
    secret: true,
  },
  {
    key: 'adminPassword',
    name: 'admin_password',
    help: "first password of 'admin' (default: random, printed once)",
    fallback: null,
    parse: text,
    secret: true,
  },
  {
    key: 'breachedPasswordsFile',
    name: 'breached_passwords_file',
    help: 'file of SHA-1 hashes of passwords that nobody may choose, sorted, a line each',
    fallback: null,
    parse: text,
  },
  {
    key: 'passwordWords',
    name: 'password_words',
    help: 'comma-separated words of your organisation, which make a password no harder to guess',
    fallback: [],
    parse: list,
  },
  {
    key: 'webNames',
    name: 'web_names',
    help: "comma-separated names and addresses for the listener's certificate",
    fallback: [],
    parse: list,
  },
  {
    key: 'webCertFile',
    name: 'web_cert_file',
    help: 'PEM file of a certificate of your own and its chain, for the setting web_tls_strategy',
    fallback: null,
    parse: text,
  },
  {
    key: 'webKeyFile',
    name: 'web_key_file',
    help: 'PEM file of the key of that certificate',
    fallback: null,
    parse: text,
  },
  {
    key: 'publicUrl',
    name: 'public_url',
    help: 'https://… that agents and people dial',
    fallback: null,
    parse: publicUrl,
  },
  {
    key: 'hstsSubDomains',
    name: 'hsts_sub_domains',
    help: "true: browsers use HTTPS for all names below the manager's too",
    fallback: false,
    parse: flag,
  },
  {
    key: 'trustedProxies',
    name: 'trusted_proxies',
    help: 'comma-separated addresses and networks, loopback, linklocal or uniquelocal, whose X-Forwarded-For counts',
    fallback: [],
    parse: proxies,
  },
  {
    key: 'drainSecs',
    name: 'drain_secs',
    help: 'seconds (at most 60) to go on serving after SIGTERM, so that load balancers notice',
    fallback: 0,
    parse: seconds,
  },
  {
    key: 'metricsListen',
    name: 'metrics_listen',
    help: 'address on which metrics are served, without a sign-in',
    fallback: '127.0.0.1',
    parse: text,
  },
  {
    key: 'metricsPort',
    name: 'metrics_port',
    help: 'port for it, plain HTTP (default: none; 9464 in the package)',
    fallback: null,
    parse: port,
  },
  {
    key: 'peerAddress',
    name: 'peer_address',
    help: "host:port under which the other managers of the same database reach this one (default: listen, or this machine's name, with port)",
    fallback: null,
    parse: hostAndPort,
  },
  {
    key: 'migrateWithoutBackup',
    name: 'migrate_without_backup',
    help: 'version that may migrate MariaDB although "fleetmend backup" has made none in 24 hours',
    fallback: null,
    parse: text,
  },
  { key: 'logLevel', name: 'log_level', help: LOG_LEVELS.join(', '), fallback: 'info', parse: logLevel },
  {
    key: 'notice',
    name: 'notice',
    help: 'text shown above every page of the web UI, such as "Staging" (at most 200 characters)',
    fallback: null,
    parse: notice,
  },
  {
    key: 'disabledPlugins',
    name: 'disabled_plugins',
    help: 'comma-separated names of plugins to switch off',
    fallback: [],
    parse: list,
  },
  {
    key: 'allowUngated',
    name: 'allow_ungated',
    help: 'comma-separated names of gates that may be off although they have enabled rows',
    fallback: [],
    parse: list,
  },
  {
    key: 'legacyProvider',
    name: 'legacy_provider',
    help: 'name of the first provider of single sign-on, in deprecated paths',
    fallback: 'keycloak',
    parse: pathName,
  },
  {
    key: 'plugins',
    name: 'plugins',
    help: 'comma-separated plugins of third parties: npm packages or paths (docs/extend/plugins.md)',
    fallback: [],
    parse: list,
  },
  {
    key: 'pluginsDir',
    name: 'plugins_dir',
    help: 'where their packages are installed (default: plugins in the data directory)',
    fallback: '',
    parse: text,
  },
  {
    key: 'packagesDir',
    name: 'packages_dir',
    help: 'packages of the agent that hosts may fetch (npm run package:agent)',
    fallback: join(import.meta.dirname, '../dist/agent'),
    parse: text,
  },
  {
    key: 'validateResponses',
    name: 'validate_responses',
    help: 'true: check every answer against the contract',
    fallback: false,
    parse: flag,
  },
];

const envName = (field: Field): string => field.env ?? `FLEETMEND_${field.name.toUpperCase()}`;

/** Variables of other Fleetmend programs: not refused as unknown. */
const FOREIGN_ENV = /^FLEETMEND_(AGENT_|CONFIG$|LAB_|TEST_|KERNEL_RELEASE$)/;

/**
 * Reads FLEETMEND_* from `env`, and the TOML file (FLEETMEND_CONFIG or `file`, or /etc/fleetmend/manager.toml
 * where that exists). Throws ConfigError with one clear line: unknown keys are refused.
 */
export function loadConfig(env: NodeJS.ProcessEnv, file: string | null = null): Config {
  const path = file ?? env.FLEETMEND_CONFIG ?? defaultFile();
  const fromFile = path === null ? {} : readConfigFile(path);
  refuseUnknownEnv(env);
  const values = FIELDS.map((field) => [field.key, valueOf(field, env, fromFile)] as const);
  const config = Object.fromEntries(values) as unknown as Config;
  return Object.freeze({
    ...config,
    file: path,
    dataDir: resolve(config.dataDir),
    databaseUrl: wholeDatabaseUrl(config),
    packagesDir: resolve(config.packagesDir),
    pluginsDir: resolve(config.pluginsDir || join(config.dataDir, 'plugins')),
    webNames: config.webNames.length > 0 ? config.webNames : ['localhost', '127.0.0.1', '::1', hostname()],
  });
}

function wholeDatabaseUrl({ databaseUrl: address, databaseUser, databasePassword }: Config): string | null {
  if (address !== null) return withCredentials(address, databaseUser, databasePassword);
  if (databaseUser === null && databasePassword === null) return null;
  throw new ConfigError('a user or a password of a database is given, but no database_url (DATABASE_URL)');
}

function defaultFile(): string | null {
  const path = '/etc/fleetmend/manager.toml';
  return existsSync(path) ? path : null;
}

function readConfigFile(path: string): Record<string, unknown> {
  let parsed: Record<string, unknown>;
  try {
    parsed = parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ConfigError(
      `the configuration file ${path} cannot be read: ${(error as Error).message.split('\n')[0]}`,
    );
  }
  const unknown = Object.keys(parsed).filter((name) => !FIELDS.some((field) => field.name === name));
  if (unknown.length > 0) throw new ConfigError(`unknown key in ${path}: ${unknown.join(', ')} (see --help)`);
  return parsed;
}

function refuseUnknownEnv(env: NodeJS.ProcessEnv): void {
  const known = new Set(FIELDS.map(envName));
  const unknown = Object.keys(env).filter(
    (name) => name.startsWith('FLEETMEND_') && !known.has(name) && !FOREIGN_ENV.test(name),
  );
  if (unknown.length > 0)
    throw new ConfigError(`unknown environment variable: ${unknown.join(', ')} (see --help)`);
}

/** What systemd hands over for a key: `LoadCredential=admin_password:/path`. https://systemd.io/CREDENTIALS/ */
function credential({ CREDENTIALS_DIRECTORY: folder }: NodeJS.ProcessEnv, name: string): string | undefined {
  if (folder === undefined) return undefined;
  try {
    return readFileSync(join(folder, name), 'utf8').trim();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new ConfigError(`the credential ${name} cannot be read: ${message}`);
  }
}

function valueOf(field: Field, env: NodeJS.ProcessEnv, file: Record<string, unknown>): Config[keyof Config] {
  const fromEnv = env[envName(field)] ?? (field.secret ? credential(env, field.name) : undefined);
  const fromFile = file[field.name];
  const raw = fromEnv ?? (Array.isArray(fromFile) ? fromFile.join(',') : fromFile);
  if (raw === undefined || raw === null || raw === '') return field.fallback;
  try {
    return field.parse(String(raw));
  } catch (error) {
    const where = fromEnv === undefined ? field.name : envName(field);
    throw new ConfigError(`${where}: ${(error as Error).message}`);
  }
}

/** The environment's variables that set a key of the configuration. */
export const setByEnv = (env: NodeJS.ProcessEnv): string[] => FIELDS.map(envName).filter((name) => env[name]);

export function configHelp(): string {
  const rows = FIELDS.map((field) => `  ${envName(field).padEnd(32)} ${field.name.padEnd(20)} ${field.help}`);
  return ['  environment                      key in the file      meaning', ...rows].join('\n');
}

/** All that `printConfig` masks, also the password in the database's address. */
export function secretsIn(config: Config): string[] {
  const values = FIELDS.filter(({ secret }) => secret).map(({ key }) => config[key]);
  const inUrl = config.databaseUrl === null ? '' : new URL(config.databaseUrl).password;
  return [...values, inUrl, decodeURIComponent(inUrl)].filter(
    (value): value is string => typeof value === 'string' && value !== '',
  );
}

/** The configuration in force, in the form of the file, secrets masked. */
export function printConfig(config: Config): string {
  return FIELDS.map((field) => {
    const value = config[field.key];
    if (value === null) return `# ${field.name} is not set`;
    return `${field.name} = ${field.secret ? '"********"' : JSON.stringify(value)}`;
  }).join('\n');
}
