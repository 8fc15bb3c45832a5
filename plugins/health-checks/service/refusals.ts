import { AppError, validationError, type Context, type HostScope } from '#sdk';
import type { CheckDraft } from '../domain/draft.ts';

const OF_OTHER_KIND = {
  service: ['url', 'expectedStatus', 'expectedBody'],
  http: ['serviceName', 'targetHostId'],
} as const satisfies Record<CheckDraft['kind'], readonly (keyof CheckDraft)[]>;

const WIRE = {
  url: 'url',
  expectedStatus: 'expected_status',
  expectedBody: 'expected_body',
  serviceName: 'service_name',
  targetHostId: 'target_host_id',
} as const;

/**
 * Throws VALIDATION_FAILED for a field that checks of this kind do not have; for a new check the API contract does it.
 */
export function requireFields(kind: CheckDraft['kind'], change: Partial<CheckDraft>): void {
  const odd = OF_OTHER_KIND[kind].filter((field) => change[field] !== undefined);
  if (odd.length === 0) return;
  const message = `a check of the kind ${kind} has no such field`;
  throw validationError(odd.map((field) => ({ path: `/body/${WIRE[field]}`, message })));
}

/** Throws TARGET_HOST_INVALID, also for a host that the editor may not see, so that nobody learns that it exists. */
export async function requireTarget(
  ctx: Context,
  targetHostId: string | null,
  scope: HostScope,
): Promise<void> {
  if (targetHostId === null) return;
  await requireSeen(ctx, targetHostId, scope);
  const host = await ctx.core.hosts.get(targetHostId);
  if (host?.healthStatus !== 'healthy') throw invalid(targetHostId);
}

/** Throws TARGET_HOST_INVALID. */
export async function requireSeen(
  { core }: Context,
  targetHostId: string | null,
  scope: HostScope,
): Promise<void> {
  if (targetHostId === null) return;
  const seen = await core.hosts.visible([targetHostId], scope);
  if (!seen.has(targetHostId)) throw invalid(targetHostId);
}

const invalid = (targetHostId: string): AppError =>
  new AppError('TARGET_HOST_INVALID', { details: { target_host_id: targetHostId } });
