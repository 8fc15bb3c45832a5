import { pino, type Logger } from 'pino';
import { MASK } from './http/maskUrl.ts';

/** Names of fields whose values never reach a log line or an audit row. */
const SECRET_NAMES =
  /^(password|current_?password|new_?password|client_?secret|secret(_?base32)?|secret_?key|token|access_?token|refresh_?token|polling_?token|enrollment_?token|mfa_?token|ticket|totp_?code|code_?verifier|key_?pem|private_?key|authorization|cookie|signature)$/i;

/** A deep copy with every secret field masked (null stays null: "was never set" is worth knowing). */
export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      SECRET_NAMES.test(name) && item !== null ? MASK : maskSecrets(item),
    ]),
  );
}

export interface LogOptions {
  level: string;
  name: string;
  /** File that lines are appended to, readable by its owner alone; default: standard error. */
  file?: string;
}

/** How much may wait while the log cannot be written; lines beyond are dropped. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;

/** Structured JSON lines on standard error, so that standard output stays for people. */
export function createLogger({ level, name, file }: LogOptions): Logger {
  const destination = pino.destination({
    dest: file ?? 2,
    sync: true, // a process with an asynchronous log never ends while that log's disk is full
    maxLength: MAX_WAITING_BYTES,
    ...(file ? { mode: 0o600 } : {}),
  });
  // A full disk under the log must not end the manager: lines wait, and the next write tries again.
  destination.on('error', () => {});
  return pino(
    {
      level,
      name,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: (fields) => logFields(fields) },
    },
    destination,
  );
}

function logFields(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (value instanceof Error) return [name, pino.stdSerializers.err(value)];
      return [name, SECRET_NAMES.test(name) ? MASK : maskSecrets(value)];
    }),
  );
}
