import { connectionOrigin } from './config.ts';
import { defaultFile } from './file.ts';
import type { AgentConfig, Field, Value } from './table.ts';
import { envName, fields, flagName } from './table.ts';

/** What `--help` prints. */
export function agentHelp(): string {
  const rows = fields.map(
    (field) =>
      `  ${(field.secret ? '' : `--${flagName(field)}`).padEnd(24)} ${envName(field).padEnd(40)} ${field.help}`,
  );
  return [
    'Usage: fleetmend-agent [run | enroll | status | doctor] [options]',
    '',
    '  run      (default) enroll if needed, then serve the manager',
    '  enroll   enroll, wait for the approval and end; --again: even if this host is enrolled already',
    '  status   show the manager, the certificate and the last polls; exit code 0: all is well, 1: something is',
    '           wrong, 3: the agent does not run, 4: only root may ask; --json for programs',
    '  doctor   look for what is wrong and say what to do; exit code 1: something is wrong; --json for programs',
    '',
    `  --${'config'.padEnd(22)} ${'FLEETMEND_AGENT_CONFIG'.padEnd(40)} TOML file (default: ${defaultFile} if it exists)`,
    `  --${'token-file'.padEnd(22)} ${'FLEETMEND_AGENT_TOKEN_FILE'.padEnd(40)} file that holds the enrollment token`,
    ...rows,
    '  --print-config           show the configuration in force, secrets masked',
    '  --version, --help',
    '',
    'The file has the same names with underscores, for instance manager_url = "https://…".',
  ].join('\n');
}

/** The settings in force in the syntax of the file, with secrets masked. */
export function printAgentConfig(config: AgentConfig): string {
  return fields
    .map((field) => {
      const value = config[field.key];
      if (value === null) return `# ${field.name} is not set`;
      const origin =
        field.key === 'connection' && config.connectionChosen ? ` # ${connectionOrigin(config)}` : '';
      return `${field.name} = ${JSON.stringify(field.secret ? shownSecret(field, value) : value)}${origin}`;
    })
    .join('\n');
}

const shownSecret = ({ shown }: Field, value: Value): string => shown?.(String(value)) ?? '********';
