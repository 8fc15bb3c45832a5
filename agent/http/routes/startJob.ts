/** The common part of every call that starts a job: privilege, idempotency key, checks, the 202. */
import { AppError, validationError } from '#server/shared/wire/appError.ts';
import type { AgentAnswer, AgentCall } from '../handler.ts';
import { requestHash } from '../../jobs/idempotency.ts';
import type { Submission } from '../../jobs/intake.ts';
import type { JobRequest } from '../../journal/record.ts';
import type { PackageBackend } from '../../packages/backend.ts';
import type { Tasks } from '../../jobs/tasks.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => UUID.test(text);

export interface StartDeps {
  backend: PackageBackend;
  tasks: Tasks;
}

function idempotencyOf({ operationId, params, body, headers }: AgentCall): Submission['idempotency'] {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !isUuid(key)) {
    throw validationError([{ path: '/header/Idempotency-Key', message: 'must be a UUID' }]);
  }
  return { key: key.toLowerCase(), requestHash: requestHash(operationId, params, body) };
}

/**
 * Answers 202 with the job of this call: the earlier one with the same key, or a new one after `check`. A dry run
 * changes nothing and needs no root.
 */
export async function startJob(
  call: AgentCall,
  request: JobRequest,
  { backend, tasks }: StartDeps,
  check: () => Promise<void> = async () => {},
): Promise<AgentAnswer> {
  const idempotency = idempotencyOf(call);
  const earlier = tasks.earlier(idempotency);
  if (earlier) return { status: 202, data: earlier };
  const isDryRun = 'dryRun' in request && request.dryRun;
  if (!backend.privileged && !isDryRun) throw new AppError('NOT_PRIVILEGED');
  await check();
  return { status: 202, data: await tasks.submit({ request, idempotency }) };
}
