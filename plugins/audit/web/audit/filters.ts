import type { Filter } from '#web/components/fm-filter-bar/fm-filter-bar.ts';
import { setQuery } from '#web/core/query.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Paths } from '#web/core/schema.ts';
import { ACTION_CHOICES, actionText } from './actions.ts';
import { actorOf, type AuditRow } from './columns.ts';
import { NAMELESS, PERIODS } from './texts.ts';

export type AuditQuery = NonNullable<Paths['/api/v1/audit']['get']['parameters']['query']>;
type Choice = { value: string; label: string };

export interface AuditUser {
  id: string;
  username: string;
}

/** What is known of names: nobody knows an id by heart. */
interface Known {
  users: readonly AuditUser[];
  /** The rows that are shown: they name the actor and the target that they are filtered by. */
  rows: readonly AuditRow[];
}

const DAY_MS = 86_400_000;

export const clearFilters = (): void => setQuery({ action: null, actor: null, resource: null, period: null });

/** The filters of the log as the address has them. A target is chosen in a row. */
export function filtersOf(query: URLSearchParams, { users, rows }: Known): Filter[] {
  const value = (name: string): string | null => query.get(name) || null;
  const [actor, resource, action] = [value('actor'), value('resource'), value('action')];
  const target = rows.find((row) => row.resource.id === resource)?.resource.name ?? resource;
  return [
    {
      name: 'period',
      label: 'Time',
      value: value('period'),
      options: Object.entries(PERIODS).map(([key, [, label]]) => ({ value: key, label })),
    },
    { name: 'action', label: 'Action', value: action, options: actionChoices(action) },
    { name: 'actor', label: 'Actor', value: actor, options: actorChoices(actor, { users, rows }) },
    { name: 'resource', label: 'Target', value: resource, valueText: safeName(target ?? '') },
  ];
}

/** All actions; also the chosen one if it is of a plugin that this console does not know. */
const actionChoices = (chosen: string | null): readonly Choice[] =>
  chosen === null || ACTION_CHOICES.some(({ value }) => value === chosen)
    ? ACTION_CHOICES
    : [{ value: chosen, label: actionText(chosen) }, ...ACTION_CHOICES];

/** All users, and those without an account; also the chosen actor if it is a token or a host. */
function actorChoices(chosen: string | null, { users, rows }: Known): Choice[] {
  const all = [
    ...users.map(({ id, username }) => ({ value: id, label: safeName(username) })),
    ...Object.entries(NAMELESS).map(([value, label]) => ({ value, label })),
  ];
  if (chosen === null || all.some(({ value }) => value === chosen)) return all;
  const row = rows.find(({ actor }) => actor.id === chosen);
  return [{ value: chosen, label: row ? actorOf(row) : safeName(chosen) }, ...all];
}

/** The address may hold anything: the manager judges unknown words, and says what is wrong. */
export function queryOf(query: URLSearchParams, nowMs: number): AuditQuery {
  const days = PERIODS[query.get('period') ?? '']?.[0];
  const text = (name: string): string | undefined => query.get(name)?.trim().slice(0, 200) || undefined;
  const found = {
    action: text('action') as AuditQuery['action'],
    actor: text('actor'),
    resource: text('resource'),
    at_from: days === undefined ? undefined : new Date(nowMs - days * DAY_MS).toISOString(),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}
