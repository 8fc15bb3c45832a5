// Generated from openapi/ by `npm run generate`; never edited.

export const agentOperations = [
  {
    "operationId": "getHealth",
    "method": "get",
    "path": "/health",
    "feature": "system",
    "permission": "manager"
  },
  {
    "operationId": "listPackages",
    "method": "get",
    "path": "/api/v1/packages",
    "feature": "packages",
    "permission": "manager",
    "conditional": true
  },
  {
    "operationId": "updatePackages",
    "method": "put",
    "path": "/api/v1/packages",
    "feature": "packages",
    "permission": "manager"
  },
  {
    "operationId": "installPackages",
    "method": "post",
    "path": "/api/v1/packages",
    "feature": "packages",
    "permission": "manager"
  },
  {
    "operationId": "removePackages",
    "method": "delete",
    "path": "/api/v1/packages",
    "feature": "packages",
    "permission": "manager"
  },
  {
    "operationId": "updateAgent",
    "method": "post",
    "path": "/api/v1/agent/update",
    "feature": "packages",
    "permission": "manager"
  },
  {
    "operationId": "listPatches",
    "method": "get",
    "path": "/api/v1/patches",
    "feature": "patches",
    "permission": "manager",
    "conditional": true
  },
  {
    "operationId": "applyPatches",
    "method": "post",
    "path": "/api/v1/patches",
    "feature": "patches",
    "permission": "manager"
  },
  {
    "operationId": "refreshPatches",
    "method": "post",
    "path": "/api/v1/patches/refresh",
    "feature": "patches",
    "permission": "manager"
  },
  {
    "operationId": "getSystemInfo",
    "method": "get",
    "path": "/api/v1/system/info",
    "feature": "system",
    "permission": "manager"
  },
  {
    "operationId": "getServiceStatus",
    "method": "get",
    "path": "/api/v1/system/services/{name}",
    "feature": "system",
    "permission": "manager"
  },
  {
    "operationId": "rebootSystem",
    "method": "post",
    "path": "/api/v1/system/reboot",
    "feature": "system",
    "permission": "manager"
  },
  {
    "operationId": "changeConnection",
    "method": "put",
    "path": "/api/v1/system/connection",
    "feature": "system",
    "permission": "manager"
  },
  {
    "operationId": "createCsr",
    "method": "post",
    "path": "/api/v1/system/certificate/csr",
    "feature": "certificate",
    "permission": "manager"
  },
  {
    "operationId": "installCertificate",
    "method": "put",
    "path": "/api/v1/system/certificate",
    "feature": "certificate",
    "permission": "manager"
  },
  {
    "operationId": "getTrust",
    "method": "get",
    "path": "/api/v1/system/trust",
    "feature": "certificate",
    "permission": "manager"
  },
  {
    "operationId": "installTrust",
    "method": "put",
    "path": "/api/v1/system/trust",
    "feature": "certificate",
    "permission": "manager"
  },
  {
    "operationId": "listJobs",
    "method": "get",
    "path": "/api/v1/jobs",
    "feature": "jobs",
    "permission": "manager"
  },
  {
    "operationId": "getJob",
    "method": "get",
    "path": "/api/v1/jobs/{id}",
    "feature": "jobs",
    "permission": "manager"
  },
  {
    "operationId": "deleteJob",
    "method": "delete",
    "path": "/api/v1/jobs/{id}",
    "feature": "jobs",
    "permission": "manager"
  },
  {
    "operationId": "rollbackJob",
    "method": "post",
    "path": "/api/v1/jobs/{id}/rollback",
    "feature": "jobs",
    "permission": "manager"
  },
  {
    "operationId": "cancelJob",
    "method": "post",
    "path": "/api/v1/jobs/{id}/cancel",
    "feature": "jobs",
    "permission": "manager"
  },
  {
    "operationId": "getJobLogs",
    "method": "get",
    "path": "/api/v1/jobs/{id}/logs",
    "feature": "jobs",
    "permission": "manager"
  },
  {
    "operationId": "followJob",
    "method": "get",
    "path": "/api/v1/jobs/{id}/events",
    "feature": "jobs",
    "permission": "manager"
  },
  {
    "operationId": "streamJobs",
    "method": "get",
    "path": "/api/v1/ws/jobs",
    "feature": "jobs",
    "permission": "manager"
  }
] as const;

export type AgentOperation = (typeof agentOperations)[number];
export type AgentFeature = AgentOperation['feature'];
/** The operation ids that a feature owns: by their `x-feature`, else by that of their first tag or its name. */
export type AgentOperationsOf<Feature extends AgentFeature> = Extract<AgentOperation, { feature: Feature }>['operationId'];
/** The contract's error codes. */
export const agentErrorCodes = {
  "INVALID_JOB_ID": {
    "status": 400,
    "retryable": false,
    "description": "The job id is not a UUID."
  },
  "JOB_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "description": "No job has that id."
  },
  "ROLLBACK_NOT_ALLOWED": {
    "status": 400,
    "retryable": false,
    "description": "The job to undo is neither failed nor completed, or is unknown."
  },
  "JOB_CREATE_ERROR": {
    "status": 500,
    "retryable": true,
    "description": "The job could not be recorded; nothing was started."
  },
  "DELETE_NOT_ALLOWED": {
    "status": 409,
    "retryable": false,
    "description": "The job is not terminal yet."
  },
  "JOB_DELETE_ERROR": {
    "status": 500,
    "retryable": true,
    "description": "The job could not be removed from history."
  },
  "CANCEL_NOT_ALLOWED": {
    "status": 409,
    "retryable": false,
    "description": "The job has already ended."
  },
  "VALIDATION_FAILED": {
    "status": 400,
    "retryable": false,
    "description": "The request breaks this contract; details.errors names each place."
  },
  "IDEMPOTENCY_MISMATCH": {
    "status": 409,
    "retryable": false,
    "description": "The Idempotency-Key was used before with another request."
  },
  "QUEUE_FULL": {
    "status": 409,
    "retryable": true,
    "description": "16 jobs wait already."
  },
  "LOCK_HELD": {
    "status": null,
    "retryable": true,
    "description": "Another process kept the package manager's lock for too long."
  },
  "FETCH_FAILED": {
    "status": null,
    "retryable": true,
    "description": "A package or package list could not be downloaded; nothing was installed."
  },
  "METADATA_STALE": {
    "status": null,
    "retryable": true,
    "description": "The package lists are older than allowed and could not be refreshed."
  },
  "INTERRUPTED": {
    "status": null,
    "retryable": true,
    "description": "The package manager or the host stopped in the middle; packages were repaired where possible."
  },
  "PACKAGE_MANAGER_BUSY": {
    "status": 409,
    "retryable": true,
    "description": "The package manager is being repaired or cannot be read now."
  },
  "SCRIPT_FAILED": {
    "status": null,
    "retryable": false,
    "description": "A package's own script failed, or a hook in the package manager's configuration."
  },
  "CONFLICT": {
    "status": 409,
    "retryable": false,
    "description": "Dependencies, or the ban on removing what must stay, allow no such transaction."
  },
  "PACKAGE_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "description": "A name or its version is not in the catalogue exactly as given."
  },
  "PACKAGE_HELD": {
    "status": 409,
    "retryable": false,
    "description": "A named package is held."
  },
  "NO_SPACE": {
    "status": null,
    "retryable": false,
    "description": "Too little disk space."
  },
  "READ_ONLY": {
    "status": null,
    "retryable": false,
    "description": "The file system refuses writes."
  },
  "SIGNATURE_INVALID": {
    "status": null,
    "retryable": false,
    "description": "A package or package list is unsigned, wrongly signed or altered."
  },
  "METADATA_EXPIRED": {
    "status": null,
    "retryable": false,
    "description": "A repository's lists are past the end of their validity."
  },
  "SOURCE_FAILED": {
    "status": 409,
    "retryable": false,
    "description": "Packages that the job names, or all, need a source that fails; or it wants all sources to answer."
  },
  "LISTS_UNREADABLE": {
    "status": 500,
    "retryable": false,
    "description": "The package manager cannot read its own lists or configuration; the message has its words."
  },
  "INHIBITED": {
    "status": null,
    "retryable": true,
    "description": "A program or person keeps the host from restarting (systemd-inhibit); the message names who and why."
  },
  "CONNECTION_NOT_CHANGED": {
    "status": null,
    "retryable": false,
    "description": "The new way between agent and manager did not come about, and the former one stays; the message says where it ended."
  },
  "BOOT_UNSAFE": {
    "status": null,
    "retryable": false,
    "description": "A kernel, or a package that makes the host boot, is not set up completely and could not be repaired; the host was not restarted."
  },
  "DEPENDENCIES_BROKEN": {
    "status": 409,
    "retryable": false,
    "description": "Installed packages need others that are not installed, and the package manager changes nothing before that is repaired."
  },
  "PLAN_CHANGED": {
    "status": 409,
    "retryable": false,
    "description": "The transaction is no longer the one of plan_hash; nothing changed."
  },
  "ROLLBACK_CONFLICT": {
    "status": null,
    "retryable": false,
    "description": "A package no longer stands at the version that the job left; nothing changed."
  },
  "AGENT_UPDATE_PUT_BACK": {
    "status": null,
    "retryable": false,
    "description": "The new agent was not healthy within two minutes; the one before it was installed again."
  },
  "AGENT_UPDATE_UNHEALTHY": {
    "status": null,
    "retryable": false,
    "description": "The new agent was not healthy within two minutes, and the one before it could not be put back."
  },
  "TIMED_OUT": {
    "status": null,
    "retryable": false,
    "description": "The time limit passed after packages had changed."
  },
  "CANCELLED_PARTWAY": {
    "status": null,
    "retryable": false,
    "description": "Cancelled after packages had changed."
  },
  "UNSUPPORTED": {
    "status": 501,
    "retryable": false,
    "description": "This host or its package manager cannot do that."
  },
  "NOT_PRIVILEGED": {
    "status": 403,
    "retryable": false,
    "description": "The agent does not run as root, or its setting read_only is on; it refuses changes."
  },
  "NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "description": "No such path."
  },
  "METHOD_NOT_ALLOWED": {
    "status": 405,
    "retryable": false,
    "description": "The path does not know this method."
  },
  "PAYLOAD_TOO_LARGE": {
    "status": 413,
    "retryable": false,
    "description": "The body holds more than 1 MB."
  },
  "UNSUPPORTED_MEDIA_TYPE": {
    "status": 415,
    "retryable": false,
    "description": "The body is not application/json."
  },
  "CERTIFICATE_REQUIRED": {
    "status": 403,
    "retryable": false,
    "description": "The client certificate is not the manager's, or not valid by this host's clock."
  },
  "MANAGER_REPLACED": {
    "status": 403,
    "retryable": false,
    "description": "A manager that was restored from a backup has called this agent, and the caller is the one of before."
  },
  "SERVICE_NOT_FOUND": {
    "status": 404,
    "retryable": false,
    "description": "The service manager knows no such unit."
  },
  "CERTIFICATE_MISMATCH": {
    "status": 400,
    "retryable": false,
    "description": "A chain, key or revocation list does not match what the agent trusts."
  },
  "UPGRADE_REQUIRED": {
    "status": 426,
    "retryable": false,
    "description": "The path serves WebSocket upgrades only."
  },
  "INTERNAL_ERROR": {
    "status": 500,
    "retryable": true,
    "description": "The agent failed unexpectedly; its log says more."
  }
} as const;
