import type { Knex } from 'knex';
import type { Logger } from 'pino';

/** knex's own messages, in the structured log. */
export function knexLog(log: Logger): Knex.Logger {
  return {
    warn: (message: unknown) => log.warn({ source: 'knex' }, String(message)),
    error: (message: unknown) => log.error({ source: 'knex' }, String(message)),
    debug: (message: unknown) => log.debug({ source: 'knex' }, String(message)),
    deprecate: (method: string, alternative: string) =>
      log.debug({ source: 'knex' }, `${method} is deprecated, use ${alternative}`),
  };
}
