import type { Act } from './offers.ts';

/** What the palette was asked to do with a policy, for its page to do. In memory alone: no link can wish for anything. */
let wished: { policyId: string; act: Act } | null = null;

export function wishFor(policyId: string, act: Act): void {
  wished = { policyId, act };
}

/** Once; null: nothing is wished for. */
export function takeWish(policyId: string): Act | null {
  if (wished?.policyId !== policyId) return null;
  const { act } = wished;
  wished = null;
  return act;
}
