/** All settings in one table, from which flags, environment, file and help are made. */
import { withoutAddressSecrets } from '../process/addressSecrets.ts';
import type { ChosenConnection, ConfiguredConnection } from '../ways/chosen.ts';
import { logLevels, type Connection } from './values.ts';
import * as read from './values.ts';

/** The agent's settings, frozen: flags override the environment, which overrides the file. */
export interface AgentConfig {
  /** All state of the agent: identity/, journal/, idempotency/, stash/. */
  dataDir: string;
  /** Whether the manager dials this host, or this host the manager; then it needs no port. */
  connection: Connection;
  /** What the configuration says of it, which counts unless a job has changed it since. */
  connectionConfigured: ConfiguredConnection;
  /** What a job has made of it; null: none has, or the configuration was changed since. */
  connectionChosen: ChosenConnection | null;
  listen: string;
  port: number;
  /** https://…; may be null once the agent is enrolled: it renews at the manager where it enrolled. */
  managerUrl: string | null;
  /** Where the manager is too, tried in their order after `managerUrl`. */
  managerUrls: readonly string[];
  /** `http://[user:password@]host:port`, through which the manager is reached; null: directly. */
  httpsProxy: string | null;
  /** Hosts that are reached without the proxy, as curl reads them; null: none. */
  noProxy: string | null;
  /** `<secret>.<pin>`; null: a person approves the enrollment. */
  enrollmentToken: string | null;
  /** Why there is no token although a file was named; matters only for an enrollment. */
  tokenProblem: string | null;
  /** SHA-256 of the public key of the root certificate in the manager's chain; null: the token contains it. */
  caFingerprint: string | null;
  /** Address under which the manager reaches this host; null: the one used on the way to the manager. */
  advertiseAddress: string | null;
  /** null: the host's own name. */
  hostName: string | null;
  /** null: /etc/machine-id. */
  machineId: string | null;
  /** null: that of the running kernel (wrong in containers and tests). */
  kernelRelease: string | null;
  /** The file that holds the id of the current boot. */
  bootIdFile: string;
  /** Age in seconds at which the agent refreshes the package lists by itself; 0: never. */
  refreshIntervalSecs: number;
  /** Whether outgoing packages are kept, so that jobs can be rolled back. */
  stash: boolean;
  /** How long one maintainer script may take, in seconds; then that script alone is ended. */
  scriptTimeLimitSecs: number;
  /** How long a refresh or a download may take, in seconds; then all of it is ended. */
  fetchTimeLimitSecs: number;
  logLevel: string;
  /** Argument vector; null: `systemctl reboot`, or `shutdown -r now` without systemd. */
  rebootCommand: readonly string[] | null;
  /** Lists everything and refuses changes. Always true without root. */
  readOnly: boolean;
}

export type Value = Exclude<AgentConfig[keyof AgentConfig], ConfiguredConnection | ChosenConnection>;

export interface Field {
  key: Exclude<keyof AgentConfig, 'tokenProblem' | 'connectionConfigured' | 'connectionChosen'>;
  /**
   * The name in the file; the flag has dashes, the variable FLEETMEND_AGENT_ and capitals, unless `env` names
   * another.
   */
  name: string;
  env?: string;
  help: string;
  fallback: Value;
  parse(text: string): Value;
  /** Masked when shown, and without a flag: every user of the host can read the arguments of a process. */
  secret?: boolean;
  /** What is shown of a secret instead of a mask. */
  shown?: (value: string) => string;
  /** Variables of other programs, which count where neither flag, variable nor file sets it. */
  common?: { names: readonly string[]; parse: (text: string) => Value };
}

export const fields: readonly Field[] = [
  {
    key: 'dataDir',
    name: 'data_dir',
    help: 'directory where all data is kept',
    fallback: '/var/lib/fleetmend-agent',
    parse: read.text,
  },
  {
    key: 'connection',
    name: 'connection',
    help: 'listen (default): the manager connects to this host; dial: this host connects to the manager, and listens on no port',
    fallback: 'listen',
    parse: read.connection,
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
    key: 'managerUrls',
    name: 'manager_urls',
    help: 'more addresses of the manager, separated by commas, tried in their order after manager_url',
    fallback: [],
    parse: read.httpsUrls,
  },
  {
    key: 'httpsProxy',
    name: 'https_proxy',
    help: 'http://[USER:PASSWORD@]HOST:PORT of the proxy to the manager; empty: none (default: HTTPS_PROXY of the environment)',
    fallback: null,
    parse: read.proxyUrl,
    secret: true,
    shown: withoutAddressSecrets,
    common: { names: ['https_proxy', 'HTTPS_PROXY'], parse: read.proxyUrl },
  },
  {
    key: 'noProxy',
    name: 'no_proxy',
    help: 'names, addresses and networks that need no proxy, separated by commas (default: NO_PROXY of the environment)',
    fallback: null,
    parse: (text) => text,
    common: { names: ['no_proxy', 'NO_PROXY'], parse: (text) => text },
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
    help: 'address at which the manager reaches this host (default: the one it reaches the manager from)',
    fallback: null,
    parse: read.address,
  },
  {
    key: 'hostName',
    name: 'name',
    help: 'name under which the manager knows this host when it enrolls (default: its host name)',
    fallback: null,
    parse: read.hostName,
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
    help: 'release of the kernel that counts as running (default: the running one)',
    fallback: null,
    parse: read.text,
  },
  {
    key: 'bootIdFile',
    name: 'boot_id_file',
    help: 'file that holds the id of this boot',
    fallback: '/proc/sys/kernel/random/boot_id',
    parse: read.text,
  },
  {
    key: 'refreshIntervalSecs',
    name: 'refresh_interval_secs',
    help: 'refresh the package lists when they are this many seconds old; 0: never',
    fallback: 21_600,
    parse: read.wholeNumber,
  },
  {
    key: 'stash',
    name: 'stash',
    help: 'keep replaced packages for rollbacks: true (default) or false',
    fallback: true,
    parse: read.flag,
  },
  {
    key: 'scriptTimeLimitSecs',
    name: 'script_time_limit_secs',
    help: 'how many seconds one package script may take; a longer one is ended, and only that one',
    fallback: 3_600,
    parse: read.positiveNumber,
  },
  {
    key: 'fetchTimeLimitSecs',
    name: 'fetch_time_limit_secs',
    help: 'how many seconds a refresh or a download may take before it is ended',
    fallback: 3_600,
    parse: read.positiveNumber,
  },
  { key: 'logLevel', name: 'log_level', help: logLevels.join(', '), fallback: 'info', parse: read.logLevel },
  {
    key: 'rebootCommand',
    name: 'reboot_command',
    help: 'command that reboots this host, as a list of words',
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

/** The environment variable of a setting. */
export const envName = (field: Field): string => field.env ?? `FLEETMEND_AGENT_${field.name.toUpperCase()}`;
/** Its flag, without the dashes. */
export const flagName = (field: Field): string => field.name.replaceAll('_', '-');
/** The settings that have a flag. */
export const flagFields = fields.filter((field) => field.secret !== true);
