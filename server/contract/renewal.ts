/** What an agent signs when it renews its certificate by itself; the manager checks against the same bytes. */

export interface RenewalClaim {
  hostId: string;
  csrPem: string;
  /** Where the agent can be reached now; absent when it has not moved. */
  address?: string | undefined;
}

/**
 * The bytes that the host's current key signs for `POST /api/v1/enroll/renew`: the text
 * `fleetmend-renewal-v1`, a newline, then RFC 8785 JSON of `{ address?, csr_pem, host_id }` (`address` only
 * when sent; the CSR exactly as it stands in the request). The signature is ECDSA or RSA PKCS#1 v1.5 with
 * SHA-256 (`crypto.sign('sha256', …)`, DER), in base64. The CSR proves the new key, this proves the old one,
 * and the heading keeps a signature made for anything else from counting here.
 */
export function renewalPayload({ hostId, csrPem, address }: RenewalClaim): Buffer {
  // Keys in code-point order and JSON.stringify's escapes are what RFC 8785 asks for strings.
  const claim = { ...(address === undefined ? {} : { address }), csr_pem: csrPem, host_id: hostId };
  return Buffer.from(`fleetmend-renewal-v1\n${JSON.stringify(claim)}`, 'utf8');
}
