import { RELOAD, type CodeSentences } from '#web/core/errors/advice.ts';

export const sentences: CodeSentences = {
  APPROVAL_NOT_FOUND: ['Approval not found, or deleted.', RELOAD],
  APPROVAL_NOT_WAITING: ['This request has already been decided, or has expired.', RELOAD],
  APPROVAL_CHANGED: ['The approval request has changed since you opened it.', RELOAD],
  APPROVAL_EXISTS: ['Approval already requested.', 'See Approvals.'],
  APPROVAL_REQUIRED: ['Second approval required.', 'Plan the job first, then request approval of its plan.'],
  APPROVER_NOT_ALLOWED: ['You cannot decide this yourself.', 'Ask someone else.'],
  APPROVAL_RULE_NOT_FOUND: ['Rule not found, or deleted.', RELOAD],
  APPROVAL_RULE_LIMIT_REACHED: [
    'The maximum number of approval rules is reached.',
    'Delete one that is no longer needed.',
  ],
  RULE_CHANGE_PENDING: [
    'Another change of this rule is already awaiting a second administrator.',
    'Confirm or reject that change first.',
  ],
  RULE_CHANGE_NOT_FOUND: ['This change has already been decided.', RELOAD],
  NO_SECOND_PERSON: [
    'With this rule nobody could approve a job or change the rule again.',
    'Two enabled administrators are required; add or enable another one.',
    'alone',
  ],
};
