import { verify, X509Certificate } from 'node:crypto';
import type { Context } from '#sdk';
import { mayRenewWith } from '../domain.ts';

/** `stands`: by a certificate that counts. `gone`: by one that no longer does, or the host has none. `wrong`: by none. */
export type Proof = 'stands' | 'gone' | 'wrong';

/** What a signature (base64) over `payload` says of its sender. */
export async function proofOf(
  ctx: Context,
  { hostId, payload, signature }: { hostId: string; payload: Buffer; signature: string },
): Promise<Proof> {
  const bytes = Buffer.from(signature, 'base64');
  const signs = ({ pem }: { pem: string }): boolean =>
    verify('sha256', payload, new X509Certificate(pem).publicKey, bytes);
  const { ca } = ctx.core.agents;
  // Not only the newest: when an answer got lost, the agent still has the one before.
  const proof = (await ca.provingOf(hostId)).find(signs);
  if (proof && mayRenewWith(proof.certificate, ctx.clock.now())) return 'stands';
  // A host that went back to an old backup signs with a key whose certificate was replaced.
  const latest = await ca.latestOf(hostId);
  return latest.length === 0 || latest.some(signs) ? 'gone' : 'wrong';
}
