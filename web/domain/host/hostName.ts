import { safeName } from '../../core/safeText.ts';

/** What people call a host, safe to show. */
export function hostName(host: { display_name: string | null; fqdn: string }): string {
  return safeName(host.display_name || host.fqdn);
}
