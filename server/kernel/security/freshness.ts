import { AppError } from '../../shared/wire/appError.ts';
import type { Actor } from './actor.ts';

/** How long a proof of who somebody is counts where a fresh one is asked for. */
export const FRESH_MS = 10 * 60_000;

/** Throws REAUTHENTICATION_REQUIRED unless the actor proved within ten minutes who they are; tools never do. */
export function requireFresh({ kind, authenticatedAt }: Actor, now: Date): void {
  const ageMs = authenticatedAt === null ? Infinity : now.getTime() - authenticatedAt.getTime();
  if (kind !== 'user' || ageMs > FRESH_MS) throw new AppError('REAUTHENTICATION_REQUIRED');
}
