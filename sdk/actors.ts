/** Who acts, and what he may see: accounts, tokens, the system. */
export { clientOf } from '../server/core/identity/service/sessions.ts';
export {
  systemActor as system,
  signOnActor as signOn,
  anonymousActor as anonymous,
  withoutSession,
  budgetKey,
} from '../server/kernel/security/actor.ts';
export { requireFresh } from '../server/kernel/security/freshness.ts';
export { hostScopeOf, scopeHeld } from '../server/kernel/security/hostScope.ts';
