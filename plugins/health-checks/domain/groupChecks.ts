/** Which rows a host has for the checks of its groups, and whom they call. Pure. */
import { names } from '#sdk';

/** A check of a group, as far as it decides which rows there are. */
export interface Defined {
  id: string;
  name: string;
  enabled: boolean;
  editVersion: number;
}

/** A row of a host that was made from a check of a group. */
export interface Present {
  id: string;
  groupCheckId: string | null;
  enabled: boolean;
  replaced: boolean;
  editVersion: number;
}

/** A row as it is to be: enabled unless the check is not, or the host has one of the same name itself. */
export interface Wanted<D extends Defined> {
  check: D;
  replaced: boolean;
  enabled: boolean;
}

export interface Alignment<D extends Defined, P extends Present> {
  add: Wanted<D>[];
  change: { row: P; to: Wanted<D> }[];
  remove: P[];
}

/** What is to be done so that a host has a row for each check of its groups; `ownNames`: of the checks of the host itself. */
export function alignmentOf<D extends Defined, P extends Present>(
  checks: readonly D[],
  ownNames: readonly string[],
  present: readonly P[],
): Alignment<D, P> {
  const own = new Set(ownNames.map(names.normal));
  const rows = new Map(present.map((row) => [row.groupCheckId, row]));
  const alignment: Alignment<D, P> = { add: [], change: [], remove: [] };
  for (const check of checks) {
    const replaced = own.has(names.normal(check.name));
    const to = { check, replaced, enabled: check.enabled && !replaced };
    const row = rows.get(check.id);
    if (!row) alignment.add.push(to);
    else if (!isLike(row, to)) alignment.change.push({ row, to });
    rows.delete(check.id);
  }
  alignment.remove.push(...rows.values());
  return alignment;
}

const isLike = (row: Present, { check, replaced, enabled }: Wanted<Defined>): boolean =>
  row.editVersion === check.editVersion && row.replaced === replaced && row.enabled === enabled;

export const isAligned = ({ add, change, remove }: Alignment<Defined, Present>): boolean =>
  add.length + change.length + remove.length === 0;

/** The address that a host's row of a group's check calls. An IPv6 address stands in brackets. */
export function urlOf(url: string, { fqdn, ipAddress }: { fqdn: string; ipAddress: string }): string {
  const address = ipAddress.includes(':') ? `[${ipAddress}]` : ipAddress;
  return url.replaceAll('{fqdn}', fqdn).replaceAll('{ip_address}', address);
}
