import { managerOperations } from '../../generated/managerOperations.ts';
import { AppError, type Actor } from '#sdk';

const closed: ReadonlySet<string> = new Set(
  managerOperations
    .filter((row) => 'needsSession' in row || row.path.startsWith('/api/v1/auth/'))
    .map(({ operationId }) => operationId),
);

/**
 * An API token neither signs in nor makes tokens, and changes no credentials: it calls nothing that asks for a session.
 * Throws FORBIDDEN.
 */
export function refuseTools({ kind }: Actor, operationId: string): void {
  if (kind !== 'token' || !closed.has(operationId)) return;
  throw new AppError('FORBIDDEN', {
    message: 'API tokens make no tokens and change neither credentials nor roles; sign in for this.',
  });
}
