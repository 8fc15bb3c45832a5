/** The names by which certificates tell manager, hosts and web apart. Both sides check against these alone. */

/** SAN of a manager certificate: the only client that an agent accepts. */
export const managerUri = 'urn:fleetmend:manager';

/** The name that agents verify on the manager's own listener, whatever address they dial. */
export const managerServerName = 'manager.fleetmend.internal';

const hostUriPrefix = 'urn:fleetmend:host:';

/** The server name that the manager sends and verifies when it dials an agent. */
export function hostServerName(hostId: string): string {
  return `${hostId}.host.fleetmend.internal`;
}

export function hostUri(hostId: string): string {
  return `${hostUriPrefix}${hostId}`;
}

/** The URI names in Node's `subjectaltname` text; none where any entry is quoted. */
export function sanUris(subjectAltName: string | undefined): string[] {
  return sanEntries(subjectAltName, 'URI:');
}

export function sanDnsNames(subjectAltName: string | undefined): string[] {
  return sanEntries(subjectAltName, 'DNS:');
}

/** The host id in a host certificate's names, or null when it is not a host's. */
export function hostIdFromSan(subjectAltName: string | undefined): string | null {
  const uri = sanUris(subjectAltName).find((entry) => entry.startsWith(hostUriPrefix));
  return uri ? uri.slice(hostUriPrefix.length) : null;
}

// Node quotes an entry that holds a comma or a quote, so that a name cannot smuggle in a second entry.
function sanEntries(subjectAltName: string | undefined, prefix: string): string[] {
  if (!subjectAltName || subjectAltName.includes('"')) return [];
  return subjectAltName
    .split(', ')
    .filter((entry) => entry.startsWith(prefix))
    .map((entry) => entry.slice(prefix.length));
}
