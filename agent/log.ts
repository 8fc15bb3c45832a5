import { pino } from 'pino';
import type { Logger } from 'pino';

/** Names whose values are removed from log lines, at the top level or one level below. */
const secretNames = [
  'enrollment_token',
  'enrollmentToken',
  'pollingToken',
  'privateKeyPem',
  'key_pem',
  'authorization',
];

/** Structured JSON lines on standard error, so that standard output stays for people and scripts. */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      name: 'fleetmend-agent',
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '********' },
    },
    pino.destination({ dest: 2, sync: true }),
  );
}
