import { resolve } from 'node:path';
import type { ManagerRoute } from '../identity/managerClient.ts';
import { HttpProxy } from '../proxy/proxy.ts';
import type { ConfigFile } from './file.ts';
import { defaultFile, fileText, readConfigFile, readTokenFile } from './file.ts';
import type { CommandName, Flags } from './flags.ts';
import { asText, commandName, readFlags } from './flags.ts';
import type { AgentConfig, Field, Value } from './table.ts';
import { envName, fields, flagName } from './table.ts';
import { readChosen } from '../ways/chosen.ts';
import { ConfigError, firstLine } from './values.ts';

export interface AgentCommand {
  name: CommandName;
  /** `enroll` even though a certificate exists (it was revoked, or the host moves to another manager). */
  again: boolean;
  /** Output for programs instead of people. */
  json: boolean;
  config: AgentConfig;
}

/** Variables with the same prefix that are read elsewhere. */
const otherVariables = new Set(['FLEETMEND_AGENT_CONFIG', 'FLEETMEND_AGENT_TOKEN_FILE']);

/**
 * Reads the command line, FLEETMEND_AGENT_* and the TOML file. Throws ConfigError with a message of one line, also
 * for unknown flags, variables and keys. `isRoot` decides whether changes are possible at all.
 */
export function loadAgentConfig(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  isRoot: boolean,
): AgentCommand {
  const { values, positionals } = readFlags(argv);
  const name = commandName(values, positionals);
  const rest = { again: values.again === true, json: values.json === true };
  // `help` and `version` ignore all settings, so that they work even when a setting is wrong.
  const isAsking = name === 'help' || name === 'version';
  const from = isAsking ? noSources : readSources(values, env);
  return { name, ...rest, config: Object.freeze(configOf(from, isRoot)) };
}

/** Flags, environment and file; an earlier one overrides a later one. */
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
  const [managerUrl = null, ...managerUrls] = new Set([config.managerUrl ?? [], config.managerUrls].flat());
  const dataDir = resolve(config.dataDir);
  const connectionConfigured = { connection: config.connection, source: connectionSource(from) };
  const connectionChosen = readChosen(dataDir, connectionConfigured);
  return {
    ...config,
    managerUrl,
    managerUrls,
    dataDir,
    connection: connectionChosen?.connection ?? config.connection,
    connectionConfigured,
    connectionChosen,
    enrollmentToken,
    tokenProblem: read?.problem ?? null,
    readOnly: config.readOnly || !isRoot,
  };
}

/** How the manager is reached. */
export const routeOf = (config: AgentConfig): ManagerRoute => ({
  proxy: proxyOf(config),
  others: config.managerUrls.map((url) => new URL(url)),
});

/** The proxy to the manager; null: none. */
export const proxyOf = ({ httpsProxy, noProxy }: AgentConfig): HttpProxy | null =>
  httpsProxy === null ? null : new HttpProxy(httpsProxy, noProxy);

/** The public half of a token (`<secret>.<pin>`). */
export function tokenPin(enrollmentToken: string): string {
  return enrollmentToken.slice(enrollmentToken.lastIndexOf('.') + 1);
}

function refuseUnknownVariables(env: NodeJS.ProcessEnv): void {
  const known = new Set([...fields.map(envName), ...otherVariables]);
  const unknown = Object.keys(env).filter((name) => name.startsWith('FLEETMEND_AGENT_') && !known.has(name));
  if (unknown.length > 0)
    throw new ConfigError(`unknown environment variable: ${unknown.join(', ')} (see --help)`);
}

function valueOf(field: Field, from: Sources): Value {
  const given = givenOf(field, from);
  if (given === null) return commonValue(field, from.env);
  try {
    return field.parse(given.text);
  } catch (error) {
    throw new ConfigError(`${given.where}: ${firstLine(error)}`);
  }
}

/** From a variable that is not the agent's own; curl takes the one in small letters first too. */
function commonValue({ common, fallback }: Field, env: NodeJS.ProcessEnv): Value {
  const name = common?.names.find((one) => env[one]);
  if (!common || name === undefined) return fallback;
  try {
    return common.parse(env[name] ?? '');
  } catch (error) {
    throw new ConfigError(`the environment variable ${name}: ${firstLine(error)}`);
  }
}

/** What flag, variable or file say of a setting, and which of them; null: none does. */
function givenOf(field: Field, { flags, env, file }: Sources): { text: string; where: string } | null {
  const fromFlag = field.secret ? undefined : asText(flags[flagName(field)]);
  if (fromFlag !== undefined) return { text: fromFlag, where: `--${flagName(field)}` };
  const fromEnv = env[envName(field)] || undefined;
  if (fromEnv !== undefined) return { text: fromEnv, where: envName(field) };
  const text = fileText(file, field.name);
  return text === undefined ? null : { text, where: `${field.name} in ${file.path}` };
}

function connectionSource(from: Sources): string {
  const field = fields.find(({ key }) => key === 'connection');
  return (field && givenOf(field, from)?.where) ?? 'default';
}

/** Where the connection comes from, for people. */
export function connectionOrigin({ connectionConfigured, connectionChosen }: AgentConfig): string {
  const { connection, source } = connectionConfigured;
  if (connectionChosen === null) return source === 'default' ? 'by default' : `by ${source}`;
  const { changedAt, jobId } = connectionChosen;
  const said = source === 'default' ? `the default is "${connection}"` : `${source} says "${connection}"`;
  return `by the manager's job ${jobId} of ${changedAt}; ${said}`;
}

function assertOnePin(enrollmentToken: string | null, caFingerprint: string | null): void {
  if (enrollmentToken && caFingerprint && tokenPin(enrollmentToken) !== caFingerprint)
    throw new ConfigError(
      'enrollment_token and ca_fingerprint are for different managers; keep only one of them',
    );
}
