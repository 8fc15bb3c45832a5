import type { Act } from './offers.ts';

/** What the palette asks a policy's page to do. Kept in memory alone, so that no link can ask for it. */
let wished: { policyId: string; act: Act } | null = null;

export function wishFor(policyId: string, act: Act): void {
  wished = { policyId, act };
}

/** Takes the act that was asked for, once; null: there is none. */
export function takeWish(policyId: string): Act | null {
  if (wished?.policyId !== policyId) return null;
  const { act } = wished;
  wished = null;
  return act;
}
