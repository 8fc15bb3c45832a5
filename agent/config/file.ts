import { existsSync, readFileSync } from 'node:fs';
import { parse as parseToml, TomlError } from 'smol-toml';
import { ConfigError, firstLine, ForbiddenError, token } from './values.ts';

export const defaultFile = '/etc/fleetmend/agent.toml';

/** What the TOML file says, key by key. */
export interface ConfigFile {
  /** Its path, for messages. */
  path: string;
  values: Readonly<Record<string, unknown>>;
}

/**
 * Reads the file at `path` (null: the default one, if it exists). Throws ConfigError, which says where the file is
 * wrong, also for keys that are not in `known`; ForbiddenError when only root may read the file.
 */
export function readConfigFile(path: string | null, known: readonly string[]): ConfigFile {
  if (path === null && !existsSync(defaultFile)) return { path: defaultFile, values: {} };
  const name = path ?? defaultFile;
  const values = parse(name);
  const unknown = Object.keys(values).filter((key) => !known.includes(key));
  if (unknown.length === 0) return { path: name, values };
  const isSection = unknown.some((key) => typeof values[key] === 'object' && !Array.isArray(values[key]));
  const hint = isSection ? '; the file has no sections' : '';
  throw new ConfigError(`unknown key in ${name}: ${unknown.join(', ')}${hint} (see --help)`);
}

/** The value as text, a list as JSON, so that flag, variable and file have one parser. */
export function fileText({ path, values }: ConfigFile, key: string): string | undefined {
  const value = values[key];
  if (value === undefined) return undefined;
  if (Array.isArray(value)) return JSON.stringify(value);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  throw new ConfigError(`${key} in ${path}: must be a text, a number, or a list of words`);
}

/**
 * Reads the token, or what is wrong with its file. People delete the file after use, so only an enrollment reports
 * the problem.
 */
export function readTokenFile(path: string): { token: string | null; problem: string | null } {
  try {
    return { token: token(readFileSync(path, 'utf8').trim()), problem: null };
  } catch (error) {
    return { token: null, problem: `the token file ${path} cannot be used: ${firstLine(error)}` };
  }
}

function parse(name: string): Record<string, unknown> {
  try {
    return parseToml(readFileSync(name, 'utf8'));
  } catch (error) {
    if (error instanceof TomlError) {
      const where = `line ${error.line}, column ${error.column}`;
      const what = firstLine(error).replace(/^Invalid TOML document: /, '');
      throw new ConfigError(`the configuration file ${name} is no TOML: ${where}: ${what}`);
    }
    if ((error as NodeJS.ErrnoException).code === 'EACCES')
      throw new ForbiddenError(`only root may read the configuration file ${name}; run it with sudo`);
    throw new ConfigError(`the configuration file ${name} cannot be read: ${firstLine(error)}`);
  }
}
