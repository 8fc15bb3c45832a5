import type { Schemas } from '../schema.ts';
import type { Sentences } from './localErrors.ts';

/**
 * Sentences for error codes of the contract: those of a plugin are in its `web/errors.ts`, which exports them as
 * `sentences`, and the others in `managerErrors.ts`.
 */
export type CodeSentences = Readonly<Partial<Record<Schemas['ErrorCode'], Sentences>>>;

/** What to do, in words that many codes share. */
export const ADMIN = 'Ask an administrator.';
export const RELOAD = 'Reload the list: it may have been changed since.';
