import type { Schemas } from '../schema.ts';
import type { Sentences } from './localErrors.ts';

const AGAIN = 'Try again in a moment.';
const ADMIN = 'Ask an administrator.';
const RELOAD = 'Reload the list: somebody may have changed it meanwhile.';

/** What the manager refuses by; a new code of the contract does not compile until it has its sentences. */
export const managerSentences: Readonly<Record<Schemas['ErrorCode'], Sentences>> = {
  VALIDATION_FAILED: ['Some of what was entered is not valid.', 'Correct it and try again.'],
  MALFORMED_JSON: ['The manager could not read the request.', 'Reload the page and try again.'],
  UNAUTHENTICATED: ['You are not signed in.', 'Sign in and try again.'],
  FORBIDDEN: ['Your role does not allow this.', ADMIN],
  ADDRESS_NOT_ALLOWED: ['Your address is not on the list of those that may sign in here.', ADMIN],
  NOT_FOUND: ['This does not exist, or no longer.', RELOAD],
  PLUGIN_DISABLED: ['This feature is switched off on this manager.', ADMIN],
  METHOD_NOT_ALLOWED: [
    'The manager does not know this request.',
    'Reload the page: it may be of another version.',
  ],
  PRECONDITION_FAILED: [
    'Somebody else has changed this since you opened it.',
    'Reload it, and make your change again.',
  ],
  PAYLOAD_TOO_LARGE: ['That is more than the manager takes at once.', 'Do it in smaller parts.'],
  UNSUPPORTED_MEDIA_TYPE: ['The manager could not read the request.', 'Reload the page and try again.'],
  RATE_LIMITED: ['Too many requests came in a short time.', 'Wait a moment, then try again.'],
  INTERNAL_ERROR: [
    'Something went wrong inside the manager.',
    'Try again; its log has the details under the request number.',
  ],
  NOT_IMPLEMENTED: ['This manager does not have that feature.', 'Leave it out, or install the feature.'],
  SERVICE_UNAVAILABLE: ['The manager is starting or stopping, or has lost its database.', AGAIN],
  IDEMPOTENCY_MISMATCH: ['This was already sent, with other content.', 'Reload the page and start again.'],
  INVALID_CREDENTIALS: ['User name or password is wrong.', 'Check both, and the Caps Lock key.'],
  MFA_REQUIRED: ['A second factor is due.', 'Enter the code of your authenticator app.'],
  REFRESH_TOKEN_INVALID: ['Your session has ended.', 'Sign in again.'],
  TICKET_INVALID: ['The live connection was refused.', 'It is tried again by itself.'],
  REAUTHENTICATION_REQUIRED: [
    'The manager wants to be sure who asks for this: say again who you are.',
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
  WOULD_LOCK_OUT: ['This would shut out you, or the last administrator.', 'Keep a way in, then try again.'],
  USER_NOT_FOUND: ['This user does not exist any more.', RELOAD],
  USER_EXISTS: ['Another user has this name.', 'Choose another name.'],
  API_TOKEN_NOT_FOUND: ['This API token does not exist any more.', RELOAD],
  API_TOKEN_LIMIT_REACHED: ['You have as many API tokens as one may have.', 'Delete some that are not used.'],
  SSO_NOT_LINKED: [
    'This user has never signed in by single sign-on.',
    'Take the password away once this user has done so, else nobody could sign in to the account.',
  ],
  MFA_NOT_ENABLED: ['No second factor is set up.', 'There is nothing to switch off.'],
  MFA_SETUP_REQUIRED: [
    'A second factor is due for your account.',
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
  WEBAUTHN_CHALLENGE_INVALID: ['The request to your key has expired.', 'Start again.'],
  WEBAUTHN_RESPONSE_INVALID: [
    'The answer of your key could not be verified.',
    'Try again, with the key that you registered.',
  ],
  WEBAUTHN_CREDENTIAL_NOT_FOUND: ['This key is not registered any more.', RELOAD],
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
    'The manager does not dial this address.',
    'Use an address of the host’s own network, not loopback or link-local.',
  ],
  DUPLICATE_IDENTITY: [
    'Two machines use the certificate of this host.',
    'Find the clone and enroll it by itself; nothing is started until then.',
  ],
  JOB_NOT_FOUND: ['This job does not exist any more.', RELOAD],
  JOB_HOST_NOT_FOUND: ['The job does not hold this host.', RELOAD],
  JOB_NOT_CANCELLABLE: ['The job has already ended.', 'There is nothing left to cancel.'],
  JOB_NOT_PAUSED: ['The job is not paused.', 'Only a paused job can be resumed or ended.'],
  JOB_NOT_ROLLBACKABLE: [
    'This job cannot be rolled back.',
    'It has not ended, changed nothing, is a rollback itself, or was rolled back already.',
  ],
  JOB_NOT_RETRYABLE: ['No host of this job can be retried.', 'Only hosts that failed can be retried.'],
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
    'The manager has no such package of the agent.',
    'Make the packages beside it: npm run package:agent.',
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
  AUTHORITY_REQUEST_NOT_FOUND: ['No key waits for its certificate.', RELOAD],
  ROTATION_UNDER_WAY: ['The root is being replaced already.', RELOAD],
  ROTATION_NOT_POSSIBLE: ['The replacement of the root is past the point where this can be done.', RELOAD],
  ROTATION_HOSTS_LEFT: [
    'Hosts still depend on the root that is to be taken out.',
    'Wait for them, or say why they are left behind.',
  ],
  WINDOW_NOT_FOUND: ['This maintenance window does not exist any more.', RELOAD],
  WINDOW_INVALID: [
    'The time zone or the rule makes no sense, or the rule never yields a start.',
    'Correct the rule.',
  ],
  WINDOW_LIMIT_REACHED: ['There are as many of these as the manager keeps.', 'Delete some that are over.'],
  POLICY_NOT_FOUND: ['This policy does not exist any more.', RELOAD],
  POLICY_INVALID: [
    'The time zone or the rule makes no sense, or the rule never yields a start.',
    'Correct the rule.',
  ],
  POLICY_LIMIT_REACHED: [
    'There are as many policies as the manager keeps.',
    'Delete some that are not needed.',
  ],
  POLICY_OUT_OF_SCOPE: [
    'This policy holds hosts that you may not see.',
    'Ask somebody who sees all of them to change it.',
  ],
  POLICY_RUN_ACTIVE: [
    'A run of this policy has not ended; two never overlap.',
    'Wait for its end, or end its job.',
  ],
  POLICY_RUN_ENDED: [
    'The run that this plan belongs to was left out.',
    'Run the policy now, or wait for its next start.',
  ],
  POLICY_START_PASSED: ['This is not the next start of the policy any more.', RELOAD],
  FREEZE_NOT_FOUND: ['This freeze does not exist any more.', RELOAD],
  WEBHOOK_NOT_FOUND: ['This webhook does not exist any more.', RELOAD],
  CERTIFICATE_UNUSABLE: [
    'The certificate cannot be shown.',
    'Put the files right that the configuration of the manager names, then try again.',
  ],
  NOTHING_TO_CONFIRM: [
    'No change of the certificate waits any more.',
    'It was confirmed, or taken back because nobody confirmed it in time. Load the page again to see which.',
  ],
  CONFIGURATION_CHANGED: [
    'It was changed since you looked; nothing was imported.',
    'Show the difference again.',
  ],
  TLS_NOT_CONFIRMED: [
    'This browser still speaks over a connection with the former certificate.',
    'Try again: the next call opens a new connection.',
  ],
  WEBHOOK_IN_USE: ['Rules still name this webhook.', 'Take it out of them, or delete them, and try again.'],
  WEBHOOK_URL_INVALID: [
    'This is no address that the manager calls.',
    'Enter one that starts with https:// or http://, without user name, password and #.',
  ],
  WEBHOOK_SECRET_INVALID: [
    'This is no secret for a webhook.',
    'Enter whsec_ and 24 to 64 bytes in base64, or leave it empty and the manager makes one.',
  ],
  RULE_NOT_FOUND: ['This rule does not exist any more.', RELOAD],
  RULE_INVALID: ['The rule tells nobody.', 'Name a mail address or a webhook.'],
  REPORTS_BUSY: [
    'The manager is making other reports.',
    'Try again in a moment: it makes two at once, so that all other work goes on.',
  ],
  REPORT_NOT_MADE: [
    'The report came to no end in two minutes.',
    'Try again, or choose a shorter period or a group.',
  ],
  REPORT_TOO_LARGE: ['The file would be larger than 256 MiB.', 'Choose a shorter period or a group.'],
  DELIVERY_NOT_FOUND: ['This delivery is not in the log any more.', RELOAD],
  DELIVERY_NOT_DEAD: ['This was not given up: it waits, was sent, or was dropped.', RELOAD],
  NOTIFICATION_LIMIT_REACHED: [
    'There are as many of these as the manager keeps.',
    'Delete some that nobody needs.',
  ],
  APPROVAL_NOT_FOUND: ['This approval does not exist any more.', RELOAD],
  APPROVAL_NOT_WAITING: ['This was decided, or has ended, in the meantime.', RELOAD],
  APPROVAL_CHANGED: ['What is asked for is not what you have seen.', RELOAD],
  APPROVAL_EXISTS: ['The same run is asked for already.', 'Look under Approvals.'],
  APPROVAL_REQUIRED: [
    'A rule asks for a second person.',
    'Plan the job first, then ask for the approval of its plan.',
  ],
  APPROVER_NOT_ALLOWED: ['You cannot decide this yourself.', 'Ask somebody else.'],
  APPROVAL_RULE_NOT_FOUND: ['This rule does not exist any more.', RELOAD],
  APPROVAL_RULE_LIMIT_REACHED: [
    'There are as many approval rules as the manager keeps.',
    'Delete one that nobody needs.',
  ],
  RULE_CHANGE_PENDING: ['A change of this rule waits already.', 'Confirm or reject it first.'],
  RULE_CHANGE_NOT_FOUND: ['This change was decided in the meantime.', RELOAD],
  NO_SECOND_PERSON: [
    'Nobody could satisfy this rule, or change it again.',
    'It takes two enabled administrators; add or enable another one.',
  ],
  OVERRIDE_EXISTS: ['Somebody has let this job pass already.', RELOAD],
  HEALTH_CHECK_NOT_FOUND: ['This health check does not exist any more.', RELOAD],
  HEALTH_CHECK_LIMIT_REACHED: [
    'There are as many health checks as the manager keeps.',
    'Delete one that nobody needs.',
  ],
  HEALTH_CHECK_OVERRIDE_EXISTS: ['Somebody has let this job begin already.', RELOAD],
  TARGET_HOST_INVALID: ['The target of the check does not exist, or is not healthy.', 'Choose another host.'],
  URL_REFUSED: ['The manager does not call this address.', 'Use an address of your own network.'],
  GROUP_NOT_FOUND: ['This group does not exist any more.', RELOAD],
  GROUP_EXISTS: ['Another group has this name.', 'Choose another name.'],
  JOB_OUT_OF_SCOPE: ['This job holds hosts that you may not see.', 'Ask somebody who sees all of them.'],
  GROUP_IN_USE: ['Something rests on this group.', 'Take it away from there first.'],
  GROUP_LIMIT_REACHED: ['There are as many groups as the manager keeps.', 'Delete one that nobody needs.'],
  GROUP_RULE_BASED: ['The hosts of this group follow from its rule.', 'Change the rule instead.'],
};
