import { defaultFile } from './file.ts';
import type { AgentConfig } from './table.ts';
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

/** The settings in force in the syntax of the file, with secrets masked. */
export function printAgentConfig(config: AgentConfig): string {
  return fields
    .map((field) => {
      const value = config[field.key];
      if (value === null) return `# ${field.name} is not set`;
      return `${field.name} = ${field.secret ? '"********"' : JSON.stringify(value)}`;
    })
    .join('\n');
}
