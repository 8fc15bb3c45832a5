import { ADMIN, RELOAD, type CodeSentences } from './advice.ts';
import type { Sentences } from './localErrors.ts';

const coreSentences: CodeSentences = {
  VALIDATION_FAILED: ['Some of what was entered is not valid.', 'Correct it and try again.'],
  MALFORMED_JSON: ['The manager could not read the request.', 'Reload the page and try again.'],
  UNAUTHENTICATED: ['You are not signed in.', 'Sign in and try again.'],
  FORBIDDEN: ['Your role does not allow this.', ADMIN],
  NOT_FOUND: ['There is nothing here: it was deleted, or never existed.', RELOAD],
  PLUGIN_DISABLED: ['This feature is switched off on this manager.', ADMIN],
  FIELD_DISABLED: ['Part of this needs a feature that is switched off on this manager.', ADMIN],
  METHOD_NOT_ALLOWED: [
    'The manager does not know this request.',
    'Reload the page: the manager may have been updated since you opened it.',
  ],
  PRECONDITION_FAILED: [
    'Somebody else has changed this since you opened it.',
    'Reload it, and make your change again.',
  ],
  PAYLOAD_TOO_LARGE: ['That is more than the manager takes at once.', 'Do it in smaller parts.'],
  TOKEN_NOT_REPEATED: ['This token was made more than a day ago.', 'Delete it, and make another.'],
  HEADERS_TOO_LARGE: [
    'The address of this page is longer than the manager takes.',
    'Go back, and choose less.',
  ],
  UNSUPPORTED_MEDIA_TYPE: ['The manager could not read the request.', 'Reload the page and try again.'],
  RATE_LIMITED: ['Too many requests came in a short time.', 'Wait a moment, then try again.'],
  INTERNAL_ERROR: [
    'Something went wrong inside the manager.',
    'Try again. If it fails again, an administrator finds the details in the manager’s log, under the request number.',
  ],
  SERVICE_UNAVAILABLE: [
    'The manager is starting or stopping, or cannot use its database.',
    'Try again in a moment. If it fails again, tell an administrator.',
  ],
  IDEMPOTENCY_MISMATCH: ['This was already sent, with other content.', 'Reload the page and start again.'],
  INVALID_CREDENTIALS: ['User name or password is wrong.', 'Check both, and the Caps Lock key.'],
  MFA_REQUIRED: ['Signing in needs your second factor too.', 'Enter the code of your authenticator app.'],
  REFRESH_TOKEN_INVALID: ['Your session has ended.', 'Sign in again.'],
  REAUTHENTICATION_REQUIRED: [
    'Before this is done you must prove again who you are.',
    'Confirm with your password or second factor; it counts for ten minutes.',
  ],
  ACCOUNT_DISABLED: ['This account is disabled.', ADMIN],
  PASSWORD_CHANGE_REQUIRED: ['The password must be changed first.', 'Choose a new one.'],
  ACCOUNT_LOCKED: [
    'Too many wrong attempts: signing in is locked for a while.',
    'Wait, or ask an administrator.',
  ],
  PASSWORD_TOO_WEAK: [
    'This password is too easy to guess.',
    'Use four or more unrelated words, or a longer one.',
  ],
  WOULD_LOCK_OUT: [
    'This would lock out you or the last administrator.',
    'Make sure that an administrator can still sign in from here, then try again.',
  ],
  USER_NOT_FOUND: ['This user does not exist any more.', RELOAD],
  USER_EXISTS: ['Another user has this name.', 'Choose another name.'],
  HOST_NOT_FOUND: ['This host does not exist any more.', RELOAD],
  HOST_EXISTS: ['Another host has this address and port.', 'Open that host, or correct the address.'],
  HOST_BUSY: ['The host has unfinished jobs.', 'Wait for them, or cancel them first.'],
  HOST_UNREACHABLE: [
    'The agent on the host does not answer.',
    'Check that the host is up and that its agent can be reached from the manager.',
  ],
  HOST_ADDRESS_REFUSED: [
    'The manager does not connect to addresses of this kind.',
    'Use an address of the host’s own network, not loopback or link-local.',
  ],
  DUPLICATE_IDENTITY: [
    'Two machines use the certificate of this host.',
    'Find the clone and enroll it as a host of its own. Until then no job starts on either.',
  ],
  JOB_NOT_FOUND: ['This job does not exist any more.', RELOAD],
  JOB_HOST_NOT_FOUND: ['This host is not part of the job.', RELOAD],
  JOB_NOT_CANCELLABLE: ['The job has already ended.', 'There is nothing left to cancel.'],
  JOB_NOT_PAUSED: ['The job is not paused.', 'Only a paused job can be resumed or ended.'],
  JOB_NOT_ROLLBACKABLE: [
    'This job cannot be rolled back.',
    'It has not ended, changed nothing, is a rollback itself, or was rolled back already.',
  ],
  JOB_NOT_RETRYABLE: ['No host of this job can be retried.', 'Only hosts that failed can be retried.'],
  JOB_NOT_ACCEPTABLE: [
    'This host cannot be accepted as it stands.',
    'Only a host that failed in an ended job can, once, and not while it is being rolled back.',
  ],
  PLAN_NOT_APPROVABLE: ['This plan cannot be run.', 'Make a new plan, or leave out the hosts without one.'],
  PLAN_ALREADY_RUN: [
    'This plan was approved already, by somebody else or in another window.',
    'Reload the page: it links the job that runs it.',
  ],
  PLAN_TOO_LARGE: [
    'This plan is too large to be shown whole.',
    'Plan for fewer packages at a time, so that somebody can see all of it.',
  ],
  TARGET_EMPTY: ['No host fits what was chosen.', 'Choose at least one host.'],
  CSR_INVALID: ['The certificate request is not valid, or its key is too weak.', 'Enroll the host again.'],
  CERTIFICATE_NOT_FOUND: ['This certificate does not exist any more.', RELOAD],
  CERTIFICATE_NOT_ACTIVE: ['This certificate is revoked, expired or replaced.', RELOAD],
  CERTIFICATE_EXISTS: ['The host already has an active certificate.', 'Re-issue that one instead.'],
  AUTHORITY_REFUSED: ['This authority cannot be used.', 'The manager says why below.'],
  AUTHORITY_REQUEST_NOT_FOUND: [
    'The manager has no open certificate request: it was used or thrown away.',
    RELOAD,
  ],
  ROTATION_UNDER_WAY: ['The root is being replaced already.', RELOAD],
  ROTATION_NOT_POSSIBLE: ['The replacement of the root is not at a step where this can be done.', RELOAD],
  ROTATION_HOSTS_LEFT: [
    'Hosts still depend on the root that is to be taken out.',
    'Wait for them, or say why they are left behind.',
  ],
  URL_REFUSED: ['The manager does not call this address.', 'Use an address of your own network.'],
  GROUP_NOT_FOUND: ['This group does not exist any more.', RELOAD],
  GROUP_CHANGE_NOT_FOUND: [
    'One of these changes does not wait any more: somebody has decided it, or the host says again what it said before.',
    'Decide on what is left.',
  ],
  GROUP_EXISTS: ['Another group has this name.', 'Choose another name.'],
  JOB_OUT_OF_SCOPE: ['This job holds hosts that you may not see.', 'Ask somebody who sees all of them.'],
  GROUP_IN_USE: [
    'This group is in use, by a policy, a report, an approval rule, a user or single sign-on.',
    'Remove the group from what uses it first.',
  ],
  GROUP_LIMIT_REACHED: ['The limit of groups is reached.', 'Delete one that nobody needs.'],
  GROUP_RULE_BASED: ['The hosts of this group follow from its rule.', 'Change the rule instead.'],
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
