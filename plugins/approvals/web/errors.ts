import { RELOAD, type CodeSentences } from '#web/core/errors/advice.ts';

export const sentences: CodeSentences = {
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
};
