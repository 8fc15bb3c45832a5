/** What stands for a secret in answers and in the log; sent back, it keeps the secret. */
export const MASK = '********';

/**
 * Query parameters of the contract whose values tell nothing that is secret. All others are masked, known or not: a
 * secret in a spelling that nobody thought of (`%74icket`, `TICKET`, `access_token`) must not be logged either.
 */
export const SHOWN_PARAMETERS: ReadonlySet<string> = new Set([
  'EIO',
  'action',
  'actor',
  'advisory_id',
  'after_seq',
  'agent_version',
  'at_from',
  'at_to',
  'awaiting_approval',
  'bom',
  'cancel_scheduled',
  'changed_since',
  'channel',
  'closed',
  'completed_from',
  'completed_to',
  'connection',
  'created_by',
  'created_from',
  'created_to',
  'cursor',
  'cve',
  'download',
  'dry_run',
  'error',
  'exploited',
  'failing',
  'fields',
  'fix',
  'format',
  'from',
  'group_check_id',
  'group_id',
  'has_problems',
  'has_security',
  'health_status',
  'held',
  'host_id',
  'idempotency_key',
  'issuer',
  'job_id',
  'last_patched',
  'last_status',
  'limit',
  'maintenance_mode',
  'min_severity',
  'name',
  'not_after_from',
  'not_after_to',
  'older',
  'operation',
  'origin',
  'os_family',
  'os_name',
  'other_host_id',
  'overdue',
  'own',
  'owner_kind',
  'package',
  'page',
  'pending',
  'problem',
  'published_at',
  'reboot_required',
  'replace',
  'resource',
  'role',
  'search',
  'security_age',
  'security_unknown',
  'severity',
  'sort',
  'standing',
  'state_not',
  'status',
  'step_secs',
  'tag',
  'tags_all',
  'tags_none',
  'to',
  'tokens',
  'transport',
  'until',
  'validate_only',
  'version',
  'version_at_least',
  'version_below',
  'wait_secs',
  'waits_for_me',
  'wave',
]);

const MAX_CHARS = 1_000;
const PLAIN_NAME = /^[A-Za-z_]{1,32}$/;
/** Characters that, once decoded, cannot begin another parameter. */
const PLAIN_VALUE = /^[\p{L}\p{N} ._,:@/*+-]*$/u;
/** Ends a path, as it stands or encoded (also twice): some programs may take what follows for a query. */
const PATH_END = /[?#;=&]|%(?:25)*(?:3f|23|3b|3d|26)/i;

/** The target of a request as it may be logged: path, names and harmless values, at most 1,000 characters. */
export function maskUrl(url: string): string {
  const [path = '', ...rest] = url.split('?');
  const end = path.search(PATH_END);
  const shown = end === -1 ? path : `${path.slice(0, end)}${MASK}`;
  const query = rest.length === 0 ? '' : `?${rest.join('?').split('&').map(maskPair).join('&')}`;
  return `${shown}${query}`.slice(0, MAX_CHARS);
}

function maskPair(pair: string): string {
  const [name = '', ...rest] = pair.split('=');
  if (rest.length === 0 || !PLAIN_NAME.test(name)) return pair === '' ? '' : MASK;
  const value = rest.join('=');
  return `${name}=${SHOWN_PARAMETERS.has(name) && isPlain(value) ? value : MASK}`;
}

function isPlain(value: string): boolean {
  try {
    return PLAIN_VALUE.test(decodeURIComponent(value));
  } catch {
    return false;
  }
}
