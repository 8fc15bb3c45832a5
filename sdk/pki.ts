/** Certificates of hosts: requests, names, and what a host signs. */
export { parseCsr, PkiError } from '../server/core/agents/pki/index.ts';
export { managerServerName } from '../server/shared/pki/names.ts';
export { addressPayload, renewalPayload } from '../server/shared/pki/renewal.ts';
