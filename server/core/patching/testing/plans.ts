/** Helpers of the suites for plans and approvals. */
import { AppError } from '#server/shared/wire/appError.ts';
import type { JobRequest, NamedSpec } from '../domain/jobSpec.ts';
import { planWith } from './fakeAgents.ts';
import { caller, request, type OneManager } from './harness.ts';
import { settled } from './settled.ts';

const HASHES = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)];

/** The request to run the plan of a dry run. */
export const approval = (planJobId: string, more: Partial<JobRequest> = {}): JobRequest =>
  request([], {}, { operation: null, target: null, fromPlanJobId: planJobId, ...more });

/** Makes a dry run over all hosts; the hosts with these indexes get a plan, with the hash a…, b… or c…. */
export async function planned(
  { world, manager }: OneManager,
  hosts: readonly number[],
  spec: NamedSpec = {},
  more: Partial<JobRequest> = {},
): Promise<string> {
  const ids = world.fleet.hostIds;
  for (const index of hosts)
    world.fleet.agent(ids[index]).endings.push({ plan: planWith(HASHES[index] ?? '') });
  const dryRun = request(ids, { dryRun: true, ...spec }, more);
  const { job } = await manager.patching.service.create(dryRun, caller());
  await settled();
  return job.id;
}

/** The error with which the work is refused; throws if it is not. */
export async function refusalOf(
  work: Promise<unknown>,
): Promise<{ code: string; details: unknown; message: string }> {
  try {
    await work;
  } catch (error) {
    if (error instanceof AppError)
      return { code: error.code, details: error.details, message: error.message };
    throw error;
  }
  throw new Error('it was not refused');
}
