import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { logThrottle } from '../../shared/logThrottle.ts';

const ONCE_PER_MS = 60_000;

/**
 * knex's own messages, in the structured log. Each is told once a minute: while the database is away, every call that
 * wants a connection brings one.
 */
export function knexLog(log: Logger): Knex.Logger {
  const tell = logThrottle(ONCE_PER_MS);
  const write = (level: 'warn' | 'error', message: unknown): void => {
    // What follows is knex's own stack.
    const [line = ''] = String(message).split('\n');
    const untold = tell(line);
    if (untold !== null) log[level]({ source: 'knex', untold }, line);
  };
  return {
    warn: (message: unknown) => write('warn', message),
    error: (message: unknown) => write('error', message),
    debug: (message: unknown) => log.debug({ source: 'knex' }, String(message)),
    deprecate: (method: string, alternative: string) =>
      log.debug({ source: 'knex' }, `${method} is deprecated, use ${alternative}`),
  };
}
