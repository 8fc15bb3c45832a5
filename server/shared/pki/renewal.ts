/** What an agent signs when it calls the manager about itself; the manager checks against the same bytes. */

export interface RenewalClaim {
  hostId: string;
  /** The CSR exactly as it stands in the request. */
  csrPem: string;
  /** Where the agent can be reached now; absent when it has not moved. */
  address?: string | null | undefined;
}

/**
 * The bytes that the host's current key signs for `POST /api/v1/enroll/renew`: the UTF-8 text
 * `fleetmend-renew-v1\n<host_id>\n<address or nothing>\n<csr_pem>`, as the contract has it. The signature is
 * `crypto.sign('sha256', payload, key)` in base64 (ECDSA in DER, or RSA PKCS #1 v1.5). The CSR proves the new
 * key, this proves the old one; the heading keeps a signature made for anything else from counting here.
 */
export function renewalPayload({ hostId, csrPem, address }: RenewalClaim): Buffer {
  return Buffer.from(`fleetmend-renew-v1\n${hostId}\n${address ?? ''}\n${csrPem}`, 'utf8');
}

/**
 * The bytes that the host's current key signs for `POST /api/v1/enroll/address`, as the contract has them. Nothing in it
 * is fresh: who sends it again makes the manager look at an address where only this host could prove itself.
 */
export function addressPayload({ hostId, address }: Pick<RenewalClaim, 'hostId' | 'address'>): Buffer {
  return Buffer.from(`fleetmend-address-v1\n${hostId}\n${address ?? ''}`, 'utf8');
}
