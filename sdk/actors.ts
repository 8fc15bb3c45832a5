/** Who acts, and what he may see: accounts, tokens, the system. */
export { clientOf } from '../server/core/identity/service/sessions.ts';
export {
  systemActor as system,
  signOnActor as signOn,
  anonymousActor as anonymous,
  withoutSession,
  budgetKey,
  rightsOf,
} from '../server/kernel/security/actor.ts';
export {
  ADMINISTRATION,
  beyond,
  concerningAll,
  FIXED_ROLES,
  intersection,
  isAdministrator,
  ofServices,
  permissionsIn,
  TOKEN_SCOPES,
} from '../server/kernel/security/permissions.ts';
export type { TokenScope } from '../server/kernel/security/permissions.ts';
export { requireFresh } from '../server/kernel/security/freshness.ts';
export { hostScopeOf, scopeHeld } from '../server/kernel/security/hostScope.ts';
