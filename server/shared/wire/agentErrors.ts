import type { ErrorCatalogue } from './appError.ts';

const fatal = (status: number, message: string) => ({ status, retryable: false, message });
const passing = (status: number, message: string) => ({ status, retryable: true, message });

/**
 * Every code that an agent answers, or that a failed agent job carries, in one table (a test compares it with
 * `x-error-codes` in openapi/agent.yaml). For codes of failed jobs `status` is what a refused call would answer.
 */
export const agentErrors = {
  VALIDATION_FAILED: fatal(400, 'The request does not match the contract.'),
  UNSUPPORTED_MEDIA_TYPE: fatal(415, 'Request bodies are application/json.'),
  PAYLOAD_TOO_LARGE: fatal(413, 'The request body is larger than 1 MB.'),
  NOT_FOUND: fatal(404, 'There is no such path.'),
  METHOD_NOT_ALLOWED: fatal(405, 'The path does not serve this method.'),
  UPGRADE_REQUIRED: fatal(426, 'This path serves WebSocket upgrades only.'),
  CERTIFICATE_REQUIRED: fatal(403, "Only the manager's client certificate may call an agent."),
  MANAGER_REPLACED: fatal(
    403,
    'This installation was restored from a backup elsewhere, and that manager has called this host since: stop this one.',
  ),
  CERTIFICATE_MISMATCH: fatal(400, 'The certificate does not belong to this agent or chain.'),
  SERVICE_NOT_FOUND: fatal(404, 'There is no such service unit.'),
  INVALID_JOB_ID: fatal(400, 'Invalid job id: a UUID is expected.'),
  JOB_NOT_FOUND: fatal(404, 'There is no job with that id.'),
  ROLLBACK_NOT_ALLOWED: fatal(400, 'Only completed or failed jobs can be rolled back.'),
  JOB_CREATE_ERROR: passing(500, 'The job could not be created.'),
  DELETE_NOT_ALLOWED: fatal(409, 'Only completed, failed or cancelled jobs can be deleted.'),
  JOB_DELETE_ERROR: passing(500, 'The job could not be deleted.'),
  CANCEL_NOT_ALLOWED: fatal(409, 'The job has already ended.'),
  IDEMPOTENCY_MISMATCH: fatal(409, 'The idempotency key was used with another request.'),
  QUEUE_FULL: passing(409, 'Too many jobs are waiting on this host.'),
  LOCK_HELD: passing(409, 'Another process holds the package manager lock.'),
  FETCH_FAILED: passing(502, 'Packages or lists could not be fetched.'),
  METADATA_STALE: passing(409, 'The package lists are older than allowed and could not be refreshed.'),
  INTERRUPTED: passing(500, 'The work was interrupted.'),
  PACKAGE_MANAGER_BUSY: passing(409, 'The package manager is busy.'),
  INHIBITED: passing(409, 'Somebody keeps this host from restarting.'),
  CONNECTION_NOT_CHANGED: fatal(409, 'The new way between agent and manager did not come about.'),
  BOOT_UNSAFE: fatal(
    409,
    'A package that the boot needs is not set up completely: the host might not come back.',
  ),
  SCRIPT_FAILED: fatal(500, "A package's maintainer script, or a hook of the package manager, failed."),
  CONFLICT: fatal(409, 'The packages cannot be changed together.'),
  PACKAGE_NOT_FOUND: fatal(404, 'There is no package of exactly that name.'),
  PACKAGE_HELD: fatal(409, 'The package is held.'),
  NO_SPACE: fatal(507, 'There is not enough disk space.'),
  READ_ONLY: fatal(500, 'The file system is read-only.'),
  SIGNATURE_INVALID: fatal(502, 'A repository or package signature is not valid.'),
  METADATA_EXPIRED: fatal(502, 'The repository metadata has expired.'),
  SOURCE_FAILED: fatal(409, 'A package source that the job needs fails.'),
  LISTS_UNREADABLE: fatal(500, 'The package manager cannot read its own lists or configuration.'),
  DEPENDENCIES_BROKEN: fatal(
    409,
    'Installed packages need others that are not installed; plan a repair of this host first.',
  ),
  PLAN_CHANGED: fatal(409, 'The plan is no longer what was approved.'),
  ROLLBACK_CONFLICT: fatal(409, 'The host cannot be brought back to its versions from before the job.'),
  AGENT_UPDATE_PUT_BACK: fatal(
    500,
    'The new agent was not healthy in time, and the one before it was put back.',
  ),
  AGENT_UPDATE_UNHEALTHY: fatal(
    500,
    'The new agent was not healthy in time, and the one before it could not be put back.',
  ),
  TIMED_OUT: fatal(500, 'The time limit was reached.'),
  CANCELLED_PARTWAY: fatal(500, 'The job was cancelled after packages had changed.'),
  UNSUPPORTED: fatal(501, 'This host cannot do that.'),
  NOT_PRIVILEGED: fatal(
    403,
    'The agent runs without root, or its setting read_only is on: it changes nothing.',
  ),
  INTERNAL_ERROR: passing(500, 'Something went wrong inside the agent.'),
} as const satisfies ErrorCatalogue;

export type AgentErrorCode = keyof typeof agentErrors;
