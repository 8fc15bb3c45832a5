import { safeName } from '../../core/safeText.ts';

/** What people call a host, safe to show. */
export function hostName(host: { display_name: string | null; fqdn: string }): string {
  return safeName(host.display_name || host.fqdn);
}

/** What people say instead of a distribution's whole name. */
const SHORT: readonly (readonly [whole: RegExp, short: string])[] = [
  [/^Debian GNU\/Linux/, 'Debian'],
  [/^Red Hat Enterprise Linux( Server)?/, 'RHEL'],
  [/^SUSE Linux Enterprise Server/, 'SLES'],
  [/^Oracle Linux Server/, 'Oracle Linux'],
  [/^(Rocky|Alma|Fedora) Linux/, '$1'],
];

/**
 * A system's name for a line of a list: “Debian 12” of “Debian GNU/Linux 12 (bookworm)”, “Ubuntu 24.04” of “Ubuntu
 * 24.04.1 LTS”. Names of other forms stay as they are; not yet safe to show.
 */
export function shortSystem(osName: string): string {
  const plain = osName.replace(/ \([^)]*\)$/, '').replace(/^(Ubuntu \d+\.\d+)(\.\d+)?( LTS)?$/, '$1');
  const [whole, short] = SHORT.find(([one]) => one.test(plain)) ?? [];
  return whole && short ? plain.replace(whole, short) : plain;
}
