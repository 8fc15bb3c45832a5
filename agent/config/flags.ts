/** The command line: its flags, and the command that they name. */
import { parseArgs } from 'node:util';
import { envName, fields, flagFields, flagName } from './table.ts';
import { ConfigError, firstLine } from './values.ts';

const positionalNames = ['run', 'enroll', 'status', 'doctor'] as const;
type PositionalName = (typeof positionalNames)[number];
export type CommandName = PositionalName | 'help' | 'print-config' | 'version';

/** Flags as they were given, unchecked. */
export type Flags = Record<string, string | boolean | (string | boolean)[] | undefined>;

/** Throws ConfigError on an unknown flag, and on a secret among the arguments. */
export function readFlags(argv: readonly string[]): { values: Flags; positionals: string[] } {
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
      `--${flagName(secret)} is not a flag, because every user of this host can read arguments; use ${secret.key === 'enrollmentToken' ? '--token-file FILE (/dev/stdin too)' : `${secret.name} in the configuration file`} or ${envName(secret)}`,
    );
}

/** Throws ConfigError for an unknown command. */
export function commandName(values: Flags, positionals: string[]): CommandName {
  if (values.help) return 'help';
  if (values.version) return 'version';
  const [first = 'run', ...rest] = positionals;
  const name = positionalNames.find((known) => known === first);
  if (!name || rest.length > 0)
    throw new ConfigError(`unknown command: ${positionals.join(' ')} (see --help)`);
  return values['print-config'] ? 'print-config' : name;
}

/** The text of a flag; undefined when it was not given. */
export const asText = (value: Flags[string]): string | undefined =>
  value === undefined ? undefined : String(value);
