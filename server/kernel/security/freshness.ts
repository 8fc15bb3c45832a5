import { AppError } from '../../shared/wire/appError.ts';
import type { Actor } from './actor.ts';

/** How long a proof of identity counts as fresh. */
export const FRESH_MS = 10 * 60_000;

/**
 * Throws REAUTHENTICATION_REQUIRED unless the actor proved within ten minutes who they are. A tool never can, and is
 * told so: otherwise its owner would look in vain for a proof to renew.
 */
export function requireFresh({ kind, authenticatedAt }: Actor, now: Date): void {
  if (kind === 'token')
    throw new AppError('REAUTHENTICATION_REQUIRED', {
      message: 'An API token cannot do this: it takes a person who has just signed in.',
    });
  const ageMs = authenticatedAt === null ? Infinity : now.getTime() - authenticatedAt.getTime();
  if (kind !== 'user' || ageMs > FRESH_MS) throw new AppError('REAUTHENTICATION_REQUIRED');
}
