import type { Schemas } from '../schema.ts';
import type { Sentences } from './localErrors.ts';

const ADMIN = 'Ask an administrator.';
const RELOAD = 'Reload the list: somebody may have changed it meanwhile.';

/** Sentences for the manager's error codes; a new code of the contract does not compile until it has its sentences. */
export const managerSentences: Readonly<Record<Schemas['ErrorCode'], Sentences>> = {
  VALIDATION_FAILED: ['Some of what was entered is not valid.', 'Correct it and try again.'],
  MALFORMED_JSON: ['The manager could not read the request.', 'Reload the page and try again.'],
  UNAUTHENTICATED: ['You are not signed in.', 'Sign in and try again.'],
  FORBIDDEN: ['Your role does not allow this.', ADMIN],
  ADDRESS_NOT_ALLOWED: ['Your network address is not on the allow-list of this manager.', ADMIN],
  NOT_FOUND: ['There is nothing here: it was deleted, or never existed.', RELOAD],
  PLUGIN_DISABLED: ['This feature is switched off on this manager.', ADMIN],
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
  TICKET_INVALID: ['The live connection was refused.', 'The page tries again by itself.'],
  REAUTHENTICATION_REQUIRED: [
    'Before this is done you must prove again who you are.',
    'Confirm with your password or second factor; it counts for ten minutes.',
  ],
  SESSION_NOT_FOUND: ['That session has ended already.', 'Load the page again.'],
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
  API_TOKEN_NOT_FOUND: ['This API token does not exist any more.', RELOAD],
  API_TOKEN_LIMIT_REACHED: [
    'You have reached the limit of API tokens for one user.',
    'Revoke some that are not used.',
  ],
  SSO_NOT_LINKED: [
    'This user has never signed in by single sign-on.',
    'Take the password away once this user has done so, else nobody could sign in to the account.',
  ],
  MFA_NOT_ENABLED: [
    'This second factor is not set up.',
    'Reload the page: it may have been removed in another window.',
  ],
  MFA_SETUP_REQUIRED: [
    'Your account must have a second factor.',
    'Set one up first; until then nothing else can be done.',
  ],
  MFA_FACTOR_REQUIRED: [
    'Your role must have a second factor, and this is your last one.',
    'Set up another one first.',
  ],
  MFA_SETUP_EXPIRED: ['The set-up took too long.', 'Start it again.'],
  MFA_CODE_INVALID: [
    'The code does not match, or was used before.',
    'Wait for the next code, and check the clock of your phone.',
  ],
  WEBAUTHN_CHALLENGE_INVALID: ['The request to your passkey has expired.', 'Start again.'],
  WEBAUTHN_RESPONSE_INVALID: [
    'The answer of your passkey could not be verified.',
    'Try again, with a passkey that you registered here.',
  ],
  WEBAUTHN_CREDENTIAL_NOT_FOUND: ['This passkey is not registered any more.', RELOAD],
  WEBAUTHN_LIMIT_REACHED: ['There are 20 passkeys already.', 'Remove one that you do not use first.'],
  WEBAUTHN_UNAVAILABLE: [
    'Passkeys do not work at this address.',
    'Open the manager by its usual name instead of a number, or have an administrator set its public URL.',
  ],
  SSO_DISABLED: ['Single sign-on is not set up.', 'Sign in with user name and password.'],
  SSO_CODE_INVALID: ['The sign-in took too long, or was finished in another window.', 'Start it again.'],
  SSO_LINK_TAKEN: [
    'That account at the identity provider belongs to another user.',
    'Sign in there with your own account, and link again.',
  ],
  SSO_STATE_INVALID: ['The sign-in was not started in this browser, or too long ago.', 'Start it again.'],
  SSO_REFUSED: ['The identity provider refused the sign-in.', ADMIN],
  SSO_PROVIDER_UNREACHABLE: [
    'The identity provider does not answer.',
    'Try again, or sign in with user name and password.',
  ],
  SSO_LINK_NEEDED: [
    'This needs an account that is linked with the identity provider and has a password too.',
    'Link the account, or have a password set, first.',
  ],
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
  ENROLLMENT_NOT_FOUND: ['This request does not exist any more.', RELOAD],
  ENROLLMENT_NOT_PENDING: ['This request is already decided, or has expired.', 'The host can ask again.'],
  ENROLLMENT_TOKEN_INVALID: [
    'The token is unknown, expired, used up, or not for this network.',
    'Make a new token.',
  ],
  ENROLLMENT_TOKEN_NOT_FOUND: ['This token does not exist any more.', RELOAD],
  AGENT_PACKAGE_NOT_FOUND: [
    'The manager has no agent package of this name.',
    'Build the agent packages on the manager: npm run package:agent.',
  ],
  MACHINE_ID_IN_USE: [
    'A live host already has this machine id.',
    'If it is the same machine, replace its identity; a clone needs a new machine id first.',
  ],
  CSR_INVALID: ['The certificate request is not valid, or its key is too weak.', 'Enroll the host again.'],
  SIGNATURE_INVALID: ['The signature does not belong to this host.', 'Enroll the host again.'],
  RENEWAL_REFUSED: ['The certificate is revoked, or expired too long ago.', 'Enroll the host again.'],
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
  WINDOW_NOT_FOUND: ['This maintenance window does not exist any more.', RELOAD],
  WINDOW_INVALID: [
    'The time zone is unknown, or the rule is not valid or never starts.',
    'Correct the time zone or the rule.',
  ],
  WINDOW_LIMIT_REACHED: [
    'The limit of maintenance windows or freezes is reached.',
    'Delete some that are past.',
  ],
  POLICY_NOT_FOUND: ['This policy does not exist any more.', RELOAD],
  POLICY_INVALID: [
    'The time zone is unknown, or the rule is not valid or never starts.',
    'Correct the time zone or the rule.',
  ],
  POLICY_LIMIT_REACHED: ['The limit of policies is reached.', 'Delete some that are not needed.'],
  POLICY_OUT_OF_SCOPE: [
    'This policy holds hosts that you may not see.',
    'Ask somebody who sees all of them to change it.',
  ],
  POLICY_RUN_ACTIVE: [
    'A run of this policy has not ended; two never overlap.',
    'Wait for its end, or end its job.',
  ],
  POLICY_RUN_ENDED: [
    'The policy has left out the run that this plan belongs to, so the plan cannot be run.',
    'Run the policy now, or wait for its next start.',
  ],
  POLICY_START_PASSED: ['This is not the next start of the policy any more.', RELOAD],
  FREEZE_NOT_FOUND: ['This freeze does not exist any more.', RELOAD],
  WEBHOOK_NOT_FOUND: ['This webhook does not exist any more.', RELOAD],
  CERTIFICATE_UNUSABLE: [
    'The manager cannot use your own certificate for its pages.',
    'Correct the files that web_cert_file and web_key_file in the manager’s configuration name, then try again.',
  ],
  NOTHING_TO_CONFIRM: [
    'There is no change of the certificate left to confirm.',
    'It was confirmed, or taken back because nobody confirmed it in time. Load the page again to see which.',
  ],
  CVE_NOT_FOUND: ['This CVE was never open on a host that you may see.', RELOAD],
  EXCEPTION_NOT_FOUND: ['This exception does not exist any more.', RELOAD],
  EXCEPTION_LIMIT_REACHED: [
    'The limit of exceptions is reached.',
    'End some that are not needed, then try again.',
  ],
  DATA_SET_INVALID: [
    'The file is damaged or of another kind, so nothing was imported.',
    'Fetch it again, and import it as the kind that it is.',
  ],
  DATA_SET_FETCH_OFF: [
    'The manager does not fetch this file.',
    'An administrator can switch that on in the settings.',
  ],
  DATA_SET_OLDER: [
    'The file is older or much smaller than the one that was imported last.',
    'Fetch a newer one.',
  ],
  DATA_SET_BUSY: [
    'Another import of this kind is under way.',
    'Wait until it has ended, then look whether yours is still needed.',
  ],
  CONFIGURATION_CHANGED: [
    'The configuration has changed since you saw the difference, so nothing was imported.',
    'Show the difference again.',
  ],
  TLS_NOT_CONFIRMED: [
    'This browser still uses a connection that was opened with the former certificate.',
    'Try again: the next call opens a new connection.',
  ],
  WEBHOOK_IN_USE: ['Rules still name this webhook.', 'Take it out of them, or delete them, and try again.'],
  WEBHOOK_URL_INVALID: [
    'The manager cannot call this address.',
    'Enter one that starts with https:// or http://, without user name, password and #.',
  ],
  WEBHOOK_SECRET_INVALID: [
    'This is not a valid secret for a webhook.',
    'Enter whsec_ followed by 24 to 64 bytes in base64, or leave the field empty: the manager then makes one.',
  ],
  RULE_NOT_FOUND: ['This rule does not exist any more.', RELOAD],
  RULE_INVALID: ['The rule names nobody to tell.', 'Name a mail address or a webhook.'],
  REPORTS_BUSY: [
    'Too many reports of your account wait for their turn.',
    'Try again in a moment: the manager makes them one after the other, so that all other work goes on.',
  ],
  REPORT_NOT_MADE: [
    'The report was not made: it took longer than two minutes, or broke off.',
    'Try again, or choose a shorter period or a group. The log of the manager says what happened.',
  ],
  REPORT_SCHEDULE_NOT_FOUND: ['This schedule is not there any more.', 'Reload the list.'],
  REPORT_SCHEDULE_INVALID: [
    'The time zone is unknown, or the rule is not valid or never starts.',
    'Correct the time zone or the rule.',
  ],
  REPORT_SCHEDULE_LIMIT_REACHED: [
    'The limit of report schedules is reached.',
    'Delete some that are not needed.',
  ],
  REPORT_RUN_ACTIVE: ['This report is being made already.', 'Wait for it.'],
  REPORT_TOO_LARGE: ['The file would be larger than 256 MiB.', 'Choose a shorter period or a group.'],
  DELIVERY_NOT_FOUND: ['This delivery is not in the log any more.', RELOAD],
  DELIVERY_NOT_DEAD: [
    'Only a delivery that was given up can be sent again: this one waits, was sent, or was dropped.',
    RELOAD,
  ],
  NOTIFICATION_LIMIT_REACHED: [
    'The limit of rules or webhooks is reached.',
    'Delete some that nobody needs.',
  ],
  APPROVAL_NOT_FOUND: ['This approval does not exist any more.', RELOAD],
  APPROVAL_NOT_WAITING: ['This was decided, or has ended, in the meantime.', RELOAD],
  APPROVAL_CHANGED: ['The request for approval is no longer the one that you have seen.', RELOAD],
  APPROVAL_EXISTS: ['Somebody has asked for the approval of this run already.', 'Look under Approvals.'],
  APPROVAL_REQUIRED: [
    'A rule asks for a second person.',
    'Plan the job first, then ask for the approval of its plan.',
  ],
  APPROVER_NOT_ALLOWED: ['You cannot decide this yourself.', 'Ask somebody else.'],
  APPROVAL_RULE_NOT_FOUND: ['This rule does not exist any more.', RELOAD],
  APPROVAL_RULE_LIMIT_REACHED: ['The limit of approval rules is reached.', 'Delete one that nobody needs.'],
  RULE_CHANGE_PENDING: [
    'Another change of this rule already waits for a second administrator.',
    'That change must be confirmed or rejected first.',
  ],
  RULE_CHANGE_NOT_FOUND: ['This change was decided in the meantime.', RELOAD],
  NO_SECOND_PERSON: [
    'With this rule there would be nobody to approve a run, or to change the rule again.',
    'It takes two enabled administrators; add or enable another one.',
  ],
  OVERRIDE_EXISTS: ['Somebody has already let this job begin without waiting.', RELOAD],
  HEALTH_CHECK_NOT_FOUND: ['This health check does not exist any more.', RELOAD],
  HEALTH_CHECK_LIMIT_REACHED: [
    'The limit of health checks is reached, for this host or in all.',
    'Delete one that nobody needs.',
  ],
  HEALTH_CHECK_OVERRIDE_EXISTS: ['Somebody has let this job begin already.', RELOAD],
  TARGET_HOST_INVALID: ['The target of the check does not exist, or is not healthy.', 'Choose another host.'],
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
