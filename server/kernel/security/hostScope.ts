import type { HookBus } from '../hooks.ts';
import type { Actor } from './actor.ts';
import { isAdministrator } from './permissions.ts';

/**
 * Which hosts a caller may see. Every query of hosts, patches, jobs and figures takes it. `core/hosts` turns it into
 * SQL (`HostsService.idsIn`), so a group of ten thousand hosts is never a list of ten thousand ids.
 */
export type HostScope = 'all' | HostSet;

/** Live hosts: these (at most 10,000), those that are in any of these groups, or those that are in each of the sets. */
export type HostSet =
  | { hostIds: readonly string[] }
  | { groupIds: readonly string[] }
  | { allOf: readonly HostSet[] };

declare module '../declared.ts' {
  interface Hooks {
    /**
     * Asked at each call of a user or tool that is no administrator, and again for open connections: which
     * hosts may the caller see? Of several answers all hold. Nobody answers: all hosts. An answer that fails refuses
     * the call.
     */
    'http.hostScope': { question: { actor: Actor }; answer: HostScope };
  }
}

/** Whether the scope holds a host that was in these groups. For hosts that are no longer there to be looked up. */
export function scopeHeld(scope: HostScope, host: { id: string; groupIds: readonly string[] }): boolean {
  if (scope === 'all') return true;
  if ('hostIds' in scope) return scope.hostIds.includes(host.id);
  if ('groupIds' in scope) return scope.groupIds.some((id) => host.groupIds.includes(id));
  return scope.allOf.every((set) => scopeHeld(set, host));
}

/** The hosts that are in both. */
export function scopeWithin(one: HostScope, other: HostScope): HostScope {
  if (one === 'all') return other;
  return other === 'all' ? one : { allOf: [one, other] };
}

/** The hosts that the actor may see, by all features that answer the hook. Administrators see all of them. */
export async function hostScopeOf(hooks: HookBus, actor: Actor): Promise<HostScope> {
  const isPerson = actor.kind === 'user' || actor.kind === 'token';
  if (!isPerson || isAdministrator(actor)) return 'all';
  const answers = await hooks.ask('http.hostScope', { actor });
  const sets = answers.flatMap(({ answer }) => (answer === 'all' ? [] : [answer]));
  const [first] = sets;
  if (!first) return 'all';
  return sets.length === 1 ? first : { allOf: sets };
}
