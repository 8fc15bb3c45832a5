import { managerOperations } from '../../generated/managerOperations.ts';
import { AppError, type Actor } from '#sdk';

/** What a tool may read about users. */
const READS: ReadonlySet<string> = new Set([
  'getOwnUser',
  'listUsers',
  'getUser',
  'listUserSessions',
  'listUserApiTokens',
  'getUserApiToken',
]);
/** What only ends something and makes nothing: an alarm may call it. */
const ENDS: ReadonlySet<string> = new Set(['deleteUserSessions', 'deleteUserSession', 'deleteUserApiToken']);

/** Sign-in, profile, users, roles and service accounts: these operations belong to a person, or make and change what proves a person. */
const PEOPLES = /^\/api\/v1\/(?:auth|users|roles|service-accounts)(?:\/|$)/;

const closed: ReadonlySet<string> = new Set(
  managerOperations
    .filter(
      ({ operationId, path }) => PEOPLES.test(path) && !READS.has(operationId) && !ENDS.has(operationId),
    )
    .map(({ operationId }) => operationId),
);

/** An API token makes no tokens and changes no credentials. Throws FORBIDDEN. */
export function refuseTools({ kind }: Actor, operationId: string): void {
  if (kind !== 'token' || !closed.has(operationId)) return;
  throw new AppError('FORBIDDEN', {
    message: 'API tokens make no tokens and change neither credentials nor roles; sign in for this.',
  });
}
