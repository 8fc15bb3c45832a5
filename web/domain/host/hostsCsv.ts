import { csvOf, type CsvValue } from '../../core/csv.ts';
import type { Schemas } from '../../core/schema.ts';

type Host = Schemas['Host'];

/** The cells of a spreadsheet, by the key of a column. Unread values are empty, times are ISO 8601 in UTC. */
const CELLS: Readonly<
  Record<string, readonly (readonly [header: string, cell: (host: Host) => CsvValue])[]>
> = {
  health_status: [
    ['status', (host) => host.health_status],
    ['status_reason', (host) => host.status_reason],
    ['problems', (host) => host.problems.map(({ message }) => message).join(' | ')],
    ['maintenance_mode', (host) => host.maintenance_mode],
  ],
  patches_security: [
    ['security_patches', (host) => host.patches_security],
    ['severity', (host) => host.patches_severity],
  ],
  reboot_required: [['reboot_required', (host) => host.reboot_required]],
  fqdn: [
    ['host', (host) => host.fqdn],
    ['display_name', (host) => host.display_name],
  ],
  os_name: [['system', (host) => host.os_name]],
  lists: [['lists_refreshed_at', (host) => host.patches_refreshed_at]],
  ip_address: [
    ['address', (host) => host.ip_address],
    ['port', (host) => host.port],
  ],
  patches_total: [['patches', (host) => host.patches_total]],
  tags: [['tags', (host) => host.tags.join(' ')]],
  groups: [['groups', (host) => host.groups.map(({ name }) => name).join(', ')]],
  agent_version: [['agent_version', (host) => host.agent_version]],
  kernel: [['kernel', (host) => host.kernel]],
  last_seen_at: [['last_seen_at', (host) => host.last_seen_at]],
};

/** The hosts as CSV (RFC 4180), with the columns of these keys. */
export function hostsCsv(hosts: readonly Host[], keys: readonly string[]): string {
  const columns = keys.flatMap((key) => CELLS[key] ?? []);
  return csvOf([
    columns.map(([header]) => header),
    ...hosts.map((host) => columns.map(([, cell]) => cell(host))),
  ]);
}
