import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { CreateQuestion } from '#sdk/patching.ts';

/** What an approval is about: the run of a plan. */
export type Run = Pick<CreateQuestion, 'planJobId' | 'operation' | 'spec' | 'scheduleAt'> & {
  hosts: readonly { hostId: string; planHash: string | null }[];
};

/**
 * SHA-256, hexadecimal, of the RFC 8785 JSON of everything that a run does and of its options. Hosts stand beside the
 * hashes of their plans: the same plan on another host is another run. The name of the job is not part of it.
 */
export function approvalHash({ planJobId, operation, spec, scheduleAt, hosts }: Run): string {
  const plans = hosts
    .map(({ hostId, planHash }) => [hostId, planHash])
    .sort(([a = ''], [b = '']) => ((a ?? '') < (b ?? '') ? -1 : 1));
  const bound = {
    v: 1,
    planJobId,
    operation,
    plans,
    scheduleAt: scheduleAt?.toISOString() ?? null,
    spec,
  };
  return createHash('sha256')
    .update(canonicalize(bound) ?? '')
    .digest('hex');
}
