/** What a policy does: one word in the contract, an operation and a spec for its jobs. */
import { jobSpecs } from '#sdk';
import type { JobSpec, NamedSpec } from '#sdk/patching.ts';
import type { components } from '../../generated/manager.ts';

export type PolicyMode = components['schemas']['PatchScope'];
export type PolicyOperation = 'patch' | 'agent_update';

/** The spec of its jobs; `operation`: absent for a patch. */
export type PolicySpec = NamedSpec & { operation?: PolicyOperation };

type SpecBody = Omit<Parameters<typeof jobSpecs.namedSpecOf>[0], 'mode'> & { mode?: PolicyMode };

export const operationOf = ({ operation = 'patch' }: PolicySpec): PolicyOperation => operation;

export function modeOf(spec: PolicySpec): PolicyMode {
  if (operationOf(spec) === 'agent_update') return 'agents';
  return spec.mode === 'security' ? 'security' : 'all';
}

/** `before` with the fields that the body names. */
export function specFrom(
  before: PolicySpec,
  { mode, ...body }: SpecBody,
): JobSpec & Pick<PolicySpec, 'operation'> {
  const { operation: kept, ...base } = before;
  const asked = mode === 'agents' ? 'agent_update' : 'patch';
  const operation = mode === undefined ? (kept ?? 'patch') : asked;
  const named = jobSpecs.namedSpecOf(body);
  const whole = mode === undefined ? named : { ...named, mode: mode === 'agents' ? ('all' as const) : mode };
  const spec = jobSpecs.specWith(jobSpecs.specWith(jobSpecs.DEFAULT_SPEC, base), whole);
  return operation === 'patch' ? spec : { ...spec, operation };
}

/** What its jobs are made with. */
export function jobSpecOf({ operation: _, ...spec }: PolicySpec): NamedSpec {
  return spec;
}
