import { ADMIN, RELOAD, type CodeSentences } from './advice.ts';
import type { Sentences } from './localErrors.ts';

const coreSentences: CodeSentences = {
  VALIDATION_FAILED: ['Some of what was entered is not valid.', 'Correct it and try again.'],
  MALFORMED_JSON: ['The manager could not read the request.', 'Reload the page and try again.'],
  UNAUTHENTICATED: ['You are not signed in.', 'Sign in and try again.'],
  FORBIDDEN: ['Your role does not allow this.', ADMIN],
  NOT_FOUND: ['Not found: it was deleted, or never existed.', RELOAD],
  PLUGIN_DISABLED: ['This feature is switched off on this manager.', ADMIN],
  FIELD_DISABLED: ['Part of this requires a feature that is disabled on this manager.', ADMIN],
  METHOD_NOT_ALLOWED: [
    'The manager does not know this request.',
    'Reload the page: the manager may have been updated since you opened it.',
  ],
  PRECONDITION_FAILED: [
    'Someone else has changed this since you opened it.',
    'Reload it, and make your change again.',
  ],
  NAME_TAKEN: ['This name is already in use.', 'Choose another name.'],
  PAYLOAD_TOO_LARGE: ['The request is too large.', 'Split it into smaller parts.'],
  TOKEN_NOT_REPEATED: ['This token was created more than a day ago.', 'Delete it, and create another.'],
  HEADERS_TOO_LARGE: ['The address of this page is too long.', 'Go back, and select less.'],
  UNSUPPORTED_MEDIA_TYPE: ['The manager could not read the request.', 'Reload the page and try again.'],
  RATE_LIMITED: ['Too many requests came in a short time.', 'Wait a moment, then try again.'],
  INTERNAL_ERROR: [
    'Internal error of the manager.',
    'Try again. If it fails again, an administrator can find the details in the manager’s log by the request number.',
  ],
  SERVICE_UNAVAILABLE: [
    'The manager is starting or stopping, or cannot use its database.',
    'Try again in a moment. If it fails again, contact an administrator.',
  ],
  IDEMPOTENCY_MISMATCH: ['This was already sent, with other content.', 'Reload the page and start again.'],
  INVALID_CREDENTIALS: ['User name or password is wrong.', 'Check both, and the Caps Lock key.'],
  MFA_REQUIRED: ['Signing in needs your second factor too.', 'Enter the code of your authenticator app.'],
  REFRESH_TOKEN_INVALID: ['Your session has ended.', 'Sign in again.'],
  REAUTHENTICATION_REQUIRED: [
    'Confirm it’s you first.',
    'Use your password or second factor. You won’t be asked again for 10 minutes.',
  ],
  ACCOUNT_DISABLED: ['This account is disabled.', ADMIN],
  PASSWORD_CHANGE_REQUIRED: ['The password must be changed first.', 'Choose a new one.'],
  ACCOUNT_LOCKED: [
    'Too many failed attempts: sign-in is locked for a while.',
    'Wait, or ask an administrator.',
  ],
  PASSWORD_TOO_WEAK: [
    'This password is too easy to guess.',
    'Use four or more unrelated words, or a longer one.',
  ],
  WOULD_LOCK_OUT: [
    'This would lock out you or the last administrator.',
    'Make sure that an administrator can still sign in from this address, then try again.',
  ],
  USER_NOT_FOUND: ['User not found, or deleted.', RELOAD],
  ROLE_NOT_FOUND: ['Role not found, or deleted.', RELOAD],
  ROLE_EXISTS: [
    'There is a role of this name already, or tokens have a scope of it.',
    'Choose another name.',
  ],
  ROLE_FIXED: ['Administrator, Operator and Reporter cannot be changed.', 'Create a role of your own.'],
  ROLE_IN_USE: [
    'A user, a token, a service account or the mapping of single sign-on has this role.',
    'Give them another one first.',
  ],
  ROLE_LIMIT_REACHED: ['There are as many roles as there may be.', 'Delete some that nobody has.'],
  USER_EXISTS: ['Another user has this name.', 'Choose another name.'],
  HOST_NOT_FOUND: ['Host not found or not visible to you.', RELOAD],
  CHANGE_NUMBER_UNKNOWN: ['The manager’s database was restored from a backup.', 'Read the whole list again.'],
  HOST_EXISTS: ['Another host has this address and port.', 'Open that host, or correct the address.'],
  HOST_BUSY: ['The host has unfinished jobs.', 'Wait for them, or cancel them first.'],
  HOST_UNREACHABLE: [
    'The agent on the host does not respond.',
    'Check that the host is up and that its agent can be reached from the manager.',
  ],
  HOST_ADDRESS_REFUSED: [
    'The manager does not connect to this kind of address.',
    'Use an address of the host’s own network, not loopback or link-local.',
  ],
  DUPLICATE_IDENTITY: [
    'Two machines use the certificate of this host.',
    'Find the clone and enroll it as a separate host. Until then no job starts on either.',
  ],
  JOB_NOT_FOUND: ['Job not found, or deleted.', RELOAD],
  JOB_HOST_NOT_FOUND: ['This host is not part of the job.', RELOAD],
  JOB_NOT_CANCELLABLE: ['The job has already ended.', 'There is nothing left to cancel.'],
  JOB_NOT_PAUSED: ['The job is not paused.', 'Only a paused job can be resumed or ended.'],
  JOB_NOT_ROLLBACKABLE: [
    'This job cannot be rolled back.',
    'The job has not ended, changed nothing, is a rollback itself, or was rolled back already.',
  ],
  JOB_NOT_RETRYABLE: ['No host of this job can be retried.', 'Only hosts that failed can be retried.'],
  JOB_NOT_ACCEPTABLE: [
    'This host cannot be accepted as it stands.',
    'Only a host that failed in an ended job can be accepted, once, and not during its rollback.',
  ],
  PLAN_NOT_APPROVABLE: ['This plan cannot be run.', 'Create a new plan, or exclude the hosts without one.'],
  PLAN_ALREADY_RUN: [
    'This plan was approved already, by someone else or in another window.',
    'Reload the page: it links to the job that runs the plan.',
  ],
  PLAN_TOO_LARGE: [
    'This plan is too large to be shown in full.',
    'Plan fewer packages at a time, so that the plan can be reviewed in full.',
  ],
  TARGET_EMPTY: ['No hosts match the selection.', 'Select at least one host.'],
  CSR_INVALID: ['The certificate request is not valid, or its key is too weak.', 'Enroll the host again.'],
  CERTIFICATE_NOT_FOUND: ['Certificate not found, or deleted.', RELOAD],
  CERTIFICATE_NOT_ACTIVE: ['This certificate is revoked, expired or replaced.', RELOAD],
  CERTIFICATE_EXISTS: ['The host already has an active certificate.', 'Re-issue that one instead.'],
  AUTHORITY_REFUSED: ['This certificate authority cannot be used.', 'The manager says why below.'],
  AUTHORITY_REQUEST_NOT_FOUND: [
    'The manager has no open certificate request: it was used or discarded.',
    RELOAD,
  ],
  ROTATION_UNDER_WAY: ['A root replacement is already in progress.', RELOAD],
  ROTATION_NOT_POSSIBLE: ['The root replacement is not at a step that allows this.', RELOAD],
  ROTATION_HOSTS_LEFT: [
    'Hosts still depend on the root that is being retired.',
    'Wait for them, or give the reason for dropping them.',
  ],
  URL_REFUSED: ['The manager does not call this address.', 'Use an address of your own network.'],
  GROUP_NOT_FOUND: ['Group not found, or deleted.', RELOAD],
  GROUP_CHANGE_NOT_FOUND: [
    'One of these changes is no longer pending: it was decided, or the host reports its earlier value again.',
    'Decide the remaining ones.',
  ],
  JOB_OUT_OF_SCOPE: ['This job includes hosts outside your scope.', 'Ask someone who can see all of them.'],
  GROUP_IN_USE: [
    'This group is in use, by a policy, a report, an approval rule, a user or single sign-on.',
    'Remove the group from what uses it first.',
  ],
  GROUP_LIMIT_REACHED: ['The maximum number of groups is reached.', 'Delete one that is no longer needed.'],
  GROUP_RULE_BASED: ['The rule decides which hosts are in this group.', 'Change the rule instead.'],
};

const pluginSentences = import.meta.glob<CodeSentences>('../../../plugins/*/web/errors.ts', {
  eager: true,
  import: 'sentences',
});

/** Sentences for the manager's error codes: of the core, and of the plugins that ship. */
export const managerSentences: Readonly<Record<string, Sentences>> = Object.assign(
  {},
  coreSentences,
  ...Object.values(pluginSentences),
);
