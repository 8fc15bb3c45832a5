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

/** How much may wait while the log cannot be written; lines beyond are dropped. */
const maxWaitingBytes = 4 * 1024 * 1024;

/** Structured JSON lines on standard error, so that standard output stays for people and scripts. */
export function createLogger(level: string): Logger {
  const destination = pino.destination({ dest: 2, sync: true, maxLength: maxWaitingBytes });
  // A full disk under the log must not end the agent: lines wait, and the next write tries again.
  destination.on('error', () => {});
  return pino(
    {
      level,
      name: 'fleetmend-agent',
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '********' },
    },
    destination,
  );
}
