import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { ConfigFile } from './file.ts';
import { defaultFile, fileText, readConfigFile, readTokenFile } from './file.ts';
import { ConfigError, firstLine, logLevels } from './values.ts';
import * as read from './values.ts';

/** How the agent is run: from flags (win), the environment and one file, frozen. */
export interface AgentConfig {
  /** All state of the agent: identity/, journal/, idempotency/, stash/. */
  dataDir: string;
  listen: string;
  port: number;
  /** https://…; null: an agent that is enrolled already needs none but to renew by itself. */
  managerUrl: string | null;
  /** `<secret>.<pin>`; null: a person approves the enrollment. */
  enrollmentToken: string | null;
  /** Why there is no token although a file was named; only who has to enroll needs it. */
  tokenProblem: string | null;
  /** SHA-256 of the public key of the root that the manager's listener ends in; null: the token names it. */
  caFingerprint: string | null;
  /** Address under which the manager reaches this host; null: the one used on the way to the manager. */
  advertiseAddress: string | null;
  /** null: /etc/machine-id. */
  machineId: string | null;
  /** null: the running kernel's (containers and tests see the wrong one). */
  kernelRelease: string | null;
  /** Where the id of this boot is read. */
  bootIdFile: string;
  /** Age in seconds at which the agent refreshes the package lists by itself; 0: never. */
  refreshIntervalSecs: number;
  /** Outgoing packages are kept, so that jobs can be rolled back. */
  stash: boolean;
  /** How long one maintainer script may take, in seconds; then it alone is ended. */
  scriptTimeLimitSecs: number;
  /** How long a refresh or a download may take, in seconds; then it is ended whole. */
  fetchTimeLimitSecs: number;
  logLevel: string;
  /** Argument vector; null: `systemctl reboot`, or `shutdown -r now` without systemd. */
  rebootCommand: readonly string[] | null;
  /** Lists everything and refuses changes. Always true without root. */
  readOnly: boolean;
}

const positionalNames = ['run', 'enroll', 'status', 'doctor'] as const;
type PositionalName = (typeof positionalNames)[number];

export interface AgentCommand {
  name: PositionalName | 'help' | 'print-config' | 'version';
  /** `enroll` although a certificate is there (it was revoked, or the host moves to another manager). */
  again: boolean;
  /** For programs instead of people. */
  json: boolean;
  config: AgentConfig;
}

type Value = AgentConfig[keyof AgentConfig];

interface Field {
  key: Exclude<keyof AgentConfig, 'tokenProblem'>;
  /** Name in the file; the flag has dashes, the environment FLEETMEND_AGENT_ and capitals, unless `env` says otherwise. */
  name: string;
  env?: string;
  help: string;
  fallback: Value;
  parse(text: string): Value;
  /** Masked when shown, and no flag: every user of the host can read arguments. */
  secret?: boolean;
}

const fields: readonly Field[] = [
  {
    key: 'dataDir',
    name: 'data_dir',
    help: 'directory of all state',
    fallback: '/var/lib/fleetmend-agent',
    parse: read.text,
  },
  { key: 'listen', name: 'listen', help: 'address to listen on', fallback: '0.0.0.0', parse: read.address },
  { key: 'port', name: 'port', help: 'port to listen on', fallback: 9443, parse: read.port },
  {
    key: 'managerUrl',
    name: 'manager_url',
    help: 'https://… of the manager',
    fallback: null,
    parse: read.httpsUrl,
  },
  {
    key: 'enrollmentToken',
    name: 'enrollment_token',
    help: 'one-time token, as the manager showed it',
    fallback: null,
    parse: read.token,
    secret: true,
  },
  {
    key: 'caFingerprint',
    name: 'ca_fingerprint',
    help: "SHA-256 of the public key of the manager's root, when there is no token",
    fallback: null,
    parse: read.fingerprint,
  },
  {
    key: 'advertiseAddress',
    name: 'advertise_address',
    help: 'address under which the manager reaches this host (default: found out)',
    fallback: null,
    parse: read.address,
  },
  {
    key: 'machineId',
    name: 'machine_id',
    help: 'default: /etc/machine-id',
    fallback: null,
    parse: read.machineId,
  },
  {
    key: 'kernelRelease',
    name: 'kernel_release',
    env: 'FLEETMEND_KERNEL_RELEASE',
    help: 'default: the running kernel',
    fallback: null,
    parse: read.text,
  },
  {
    key: 'bootIdFile',
    name: 'boot_id_file',
    help: 'where the id of this boot is read',
    fallback: '/proc/sys/kernel/random/boot_id',
    parse: read.text,
  },
  {
    key: 'refreshIntervalSecs',
    name: 'refresh_interval_secs',
    help: 'age at which package lists are refreshed; 0: never',
    fallback: 21_600,
    parse: read.wholeNumber,
  },
  {
    key: 'stash',
    name: 'stash',
    help: 'keep outgoing packages for rollbacks: true (default) or false',
    fallback: true,
    parse: read.flag,
  },
  {
    key: 'scriptTimeLimitSecs',
    name: 'script_time_limit_secs',
    help: 'how long one maintainer script may take; then it alone is ended',
    fallback: 3_600,
    parse: read.positiveNumber,
  },
  {
    key: 'fetchTimeLimitSecs',
    name: 'fetch_time_limit_secs',
    help: 'how long a refresh or a download may take; then it is ended',
    fallback: 3_600,
    parse: read.positiveNumber,
  },
  { key: 'logLevel', name: 'log_level', help: logLevels.join(', '), fallback: 'info', parse: read.logLevel },
  {
    key: 'rebootCommand',
    name: 'reboot_command',
    help: 'words of the command that reboots this host',
    fallback: null,
    parse: read.words,
  },
  {
    key: 'readOnly',
    name: 'read_only',
    help: 'refuse every change (always so without root)',
    fallback: false,
    parse: read.flag,
  },
];

/** These come from the same prefix and are read elsewhere. */
const otherVariables = new Set(['FLEETMEND_AGENT_CONFIG', 'FLEETMEND_AGENT_TOKEN_FILE']);
const envName = (field: Field): string => field.env ?? `FLEETMEND_AGENT_${field.name.toUpperCase()}`;
const flagName = (field: Field): string => field.name.replaceAll('_', '-');
const flagFields = fields.filter((field) => field.secret !== true);

/**
 * Reads the command line, FLEETMEND_AGENT_* and the TOML file. Throws ConfigError with one clear line: unknown
 * flags, variables and keys are refused. `isRoot` decides whether changes are possible at all.
 */
export function loadAgentConfig(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  isRoot: boolean,
): AgentCommand {
  const { values, positionals } = readFlags(argv);
  const name = commandName(values, positionals);
  const rest = { again: values.again === true, json: values.json === true };
  // Who asks how it is meant may have come because the rest is wrong.
  const isAsking = name === 'help' || name === 'version';
  const from = isAsking ? noSources : readSources(values, env);
  return { name, ...rest, config: Object.freeze(configOf(from, isRoot)) };
}

/** Flags, environment and file, in the order in which they win. */
interface Sources {
  flags: Flags;
  env: NodeJS.ProcessEnv;
  file: ConfigFile;
}

const noSources: Sources = { flags: {}, env: {}, file: { path: defaultFile, values: {} } };

function readSources(flags: Flags, env: NodeJS.ProcessEnv): Sources {
  const known = [...fields.map((field) => field.name), 'token_file'];
  const file = readConfigFile((asText(flags.config) ?? env.FLEETMEND_AGENT_CONFIG) || null, known);
  refuseUnknownVariables(env);
  return { flags, env, file };
}

function configOf(from: Sources, isRoot: boolean): AgentConfig {
  const { flags, env, file } = from;
  const entries = fields.map((field) => [field.key, valueOf(field, from)]);
  const config = Object.fromEntries(entries) as unknown as AgentConfig;
  const tokenFile =
    asText(flags['token-file']) ?? (env.FLEETMEND_AGENT_TOKEN_FILE || fileText(file, 'token_file'));
  const read = config.enrollmentToken === null && tokenFile ? readTokenFile(tokenFile) : null;
  const enrollmentToken = config.enrollmentToken ?? read?.token ?? null;
  assertOnePin(enrollmentToken, config.caFingerprint);
  return {
    ...config,
    dataDir: resolve(config.dataDir),
    enrollmentToken,
    tokenProblem: read?.problem ?? null,
    readOnly: config.readOnly || !isRoot,
  };
}

/** The two halves of a token; the pin is public, the secret is not. */
export function tokenPin(enrollmentToken: string): string {
  return enrollmentToken.slice(enrollmentToken.lastIndexOf('.') + 1);
}

export function agentHelp(): string {
  const rows = fields.map(
    (field) =>
      `  ${(field.secret ? '' : `--${flagName(field)}`).padEnd(24)} ${envName(field).padEnd(40)} ${field.help}`,
  );
  return [
    'Usage: fleetmend-agent [run | enroll | status | doctor] [options]',
    '',
    '  run      (default) enrolls when needed, then serves the manager',
    '  enroll   enrolls, waits for the approval, and ends; --again: although the host is enrolled already',
    '  status   what the agent is connected to, its certificate, the last polls; exit 0 all is well, 1 it is not,',
    '           3 it does not run, 4 only root may ask; --json for programs',
    '  doctor   looks for what is wrong, and says what to do; exit 1 when something is; --json for programs',
    '',
    `  --${'config'.padEnd(22)} ${'FLEETMEND_AGENT_CONFIG'.padEnd(40)} TOML file (default: ${defaultFile} if it exists)`,
    `  --${'token-file'.padEnd(22)} ${'FLEETMEND_AGENT_TOKEN_FILE'.padEnd(40)} file that holds the enrollment token`,
    ...rows,
    '  --print-config           what is in force, secrets masked',
    '  --version, --help',
    '',
    'Keys of the file are the flags with underscores, e.g. manager_url = "https://…".',
  ].join('\n');
}

/** What is in force, as the file would say it, secrets masked. */
export function printAgentConfig(config: AgentConfig): string {
  return fields
    .map((field) => {
      const value = config[field.key];
      if (value === null) return `# ${field.name} is not set`;
      return `${field.name} = ${field.secret ? '"********"' : JSON.stringify(value)}`;
    })
    .join('\n');
}

type Flags = Record<string, string | boolean | (string | boolean)[] | undefined>;

function readFlags(argv: readonly string[]): { values: Flags; positionals: string[] } {
  refuseSecrets(argv);
  const named = [...flagFields.map(flagName), 'config', 'token-file'].map(
    (name) => [name, { type: 'string' }] as const,
  );
  const switches = ['help', 'version', 'print-config', 'read-only', 'again', 'json'].map(
    (name) => [name, { type: 'boolean' }] as const,
  );
  try {
    return parseArgs({
      args: [...argv],
      options: Object.fromEntries([...named, ...switches]),
      allowPositionals: true,
    });
  } catch (error) {
    throw new ConfigError(`${firstLine(error).split('. ')[0]} (see --help)`);
  }
}

function refuseSecrets(argv: readonly string[]): void {
  const secret = fields.find(
    (field) => field.secret && argv.some((word) => word.split('=')[0] === `--${flagName(field)}`),
  );
  if (secret)
    throw new ConfigError(
      `--${flagName(secret)} is no flag, for every user of this host can read arguments; use --token-file FILE (/dev/stdin too) or ${envName(secret)}`,
    );
}

function commandName(values: Flags, positionals: string[]): AgentCommand['name'] {
  if (values.help) return 'help';
  if (values.version) return 'version';
  if (values['print-config']) return 'print-config';
  const [first = 'run', ...rest] = positionals;
  const name = positionalNames.find((known) => known === first);
  if (!name || rest.length > 0)
    throw new ConfigError(`unknown command: ${positionals.join(' ')} (see --help)`);
  return name;
}

function refuseUnknownVariables(env: NodeJS.ProcessEnv): void {
  const known = new Set([...fields.map(envName), ...otherVariables]);
  const unknown = Object.keys(env).filter((name) => name.startsWith('FLEETMEND_AGENT_') && !known.has(name));
  if (unknown.length > 0)
    throw new ConfigError(`unknown environment variable: ${unknown.join(', ')} (see --help)`);
}

function valueOf(field: Field, { flags, env, file }: Sources): Value {
  const fromFlag = field.secret ? undefined : asText(flags[flagName(field)]);
  const fromEnv = env[envName(field)] || undefined;
  const raw = fromFlag ?? fromEnv ?? fileText(file, field.name);
  if (raw === undefined) return field.fallback;
  try {
    return field.parse(raw);
  } catch (error) {
    const fileOrEnv = fromEnv === undefined ? `${field.name} in ${file.path}` : envName(field);
    const where = fromFlag === undefined ? fileOrEnv : `--${flagName(field)}`;
    throw new ConfigError(`${where}: ${firstLine(error)}`);
  }
}

const asText = (value: Flags[string]): string | undefined =>
  value === undefined ? undefined : String(value);

function assertOnePin(enrollmentToken: string | null, caFingerprint: string | null): void {
  if (enrollmentToken && caFingerprint && tokenPin(enrollmentToken) !== caFingerprint)
    throw new ConfigError(
      'the enrollment token is for a manager with another root than ca_fingerprint names',
    );
}
