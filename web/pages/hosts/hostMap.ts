import { plural } from '../../core/format.ts';
import { hostName, shortSystem } from '../../domain/host/hostName.ts';
import { isGrave } from '../../domain/patch/severity.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';

type Host = Schemas['Host'];
type MapHost = Pick<
  Host,
  | 'id'
  | 'fqdn'
  | 'display_name'
  | 'groups'
  | 'health_status'
  | 'os_name'
  | 'patches_security'
  | 'patches_severity'
  | 'patches_total'
  | 'reboot_required'
>;

/** What a square says of its host, from the gravest to the best. */
export const MAP_STATES = [
  'unreachable',
  'grave',
  'missing',
  'unknown',
  'reboot',
  'updates',
  'fine',
] as const;
export type MapState = (typeof MAP_STATES)[number];

export const STATE_TEXTS: Readonly<Record<MapState, string>> = {
  unreachable: 'Unreachable',
  grave: 'Critical or important patches missing',
  missing: 'Other security patches missing',
  unknown: 'Not known',
  reboot: 'Reboot required',
  updates: 'Other updates pending',
  fine: 'Up to date',
};

/** The one state of a host's square. */
export function stateOf(host: MapHost): MapState {
  const { patches_security: count, patches_severity: severity, health_status: health } = host;
  // What was read before the host went away may no longer be true.
  if (health === 'unreachable') return 'unreachable';
  if (count !== null && count > 0) return isGrave(severity) ? 'grave' : 'missing';
  if (count === null || health === 'unknown') return 'unknown';
  if (host.reboot_required) return 'reboot';
  return host.patches_total === 0 ? 'fine' : 'updates';
}

/** What the map counts: a host with several findings is in one figure alone. */
export const countedText = (hosts: number, isByGroup: boolean): string =>
  `${plural(hosts, 'host')}, one square each${isByGroup ? ', in the first of its groups' : ''}. Each host counts once, by the first of these that applies.`;

export interface MapGroup {
  name: string;
  /** The gravest first, then by name. */
  hosts: { id: string; name: string; state: MapState }[];
}

/**
 * The squares of the map: by group, each host in the first of its groups, or by system where no host has a group. Sorted
 * by name; hosts without a group come last.
 */
export function mapGroups(hosts: readonly MapHost[]): MapGroup[] {
  const hasGroups = hosts.some(({ groups }) => groups.length > 0);
  const placeOf = ({ groups, os_name: system }: MapHost): string => {
    if (!hasGroups) return system === null ? '' : safeName(shortSystem(system));
    const names = groups.map(({ name }) => name).sort();
    return names[0] === undefined ? '' : safeName(names[0]);
  };
  const rank = (state: MapState): number => MAP_STATES.indexOf(state);
  return [...Map.groupBy(hosts, placeOf)]
    .sort(([a], [b]) => Number(a === '') - Number(b === '') || a.localeCompare(b, 'en'))
    .map(([name, members]) => ({
      name: name === '' ? (hasGroups ? 'No group' : 'Unknown system') : name,
      hosts: members
        .map((host) => ({ id: host.id, name: hostName(host), state: stateOf(host) }))
        .sort((a, b) => rank(a.state) - rank(b.state) || a.name.localeCompare(b.name, 'en')),
    }));
}

/** “20 hosts: 3 Critical or important patches missing, 17 Up to date”: a group's squares in words. */
export function groupText({ hosts }: Pick<MapGroup, 'hosts'>): string {
  const counts = MAP_STATES.map(
    (state) => [STATE_TEXTS[state], hosts.filter((host) => host.state === state).length] as const,
  );
  const told = counts.filter(([, count]) => count > 0).map(([text, count]) => `${text}: ${count}`);
  return `${plural(hosts.length, 'host')}. ${told.join('. ')}.`;
}

export const SQUARE_PX = 18;
const STEP_PX = SQUARE_PX + 4;

/** How many squares a row of this width has. */
export const squaresIn = (widthPx: number): number => Math.max(1, Math.floor((widthPx + 4) / STEP_PX));

/** Where the square at this index begins, from the top left. */
export const placeOf = (index: number, aRow: number): { x: number; y: number } => ({
  x: (index % aRow) * STEP_PX,
  y: Math.floor(index / aRow) * STEP_PX,
});

export const heightOf = (count: number, aRow: number): number => Math.ceil(count / aRow) * STEP_PX;

/** Index of the square at a point; null: the point is between squares or behind the last. */
export function squareAt(
  { x, y }: { x: number; y: number },
  { aRow, count }: { aRow: number; count: number },
): number | null {
  const [column, row] = [Math.floor(x / STEP_PX), Math.floor(y / STEP_PX)];
  const index = row * aRow + column;
  const isIn = x % STEP_PX < SQUARE_PX && y % STEP_PX < SQUARE_PX && column >= 0 && column < aRow;
  return isIn && index >= 0 && index < count ? index : null;
}
