const refusal = (status: number, message: string) => ({ status, retryable: false, message });

/** Codes that this plugin adds to the manager's catalogue. */
export const approvalErrors = {
  APPROVAL_NOT_FOUND: refusal(404, 'There is no such approval.'),
  APPROVAL_NOT_WAITING: refusal(409, 'The approval was decided, or has ended.'),
  APPROVAL_CHANGED: refusal(
    409,
    'The request for approval is no longer the one that you have seen; read it again.',
  ),
  APPROVAL_EXISTS: refusal(409, 'Somebody has asked for the approval of this run already.'),
  APPROVAL_REQUIRED: refusal(409, 'A rule asks for a second person.'),
  APPROVER_NOT_ALLOWED: refusal(403, 'Somebody else has to decide this.'),
  APPROVAL_RULE_NOT_FOUND: refusal(404, 'There is no such approval rule.'),
  APPROVAL_RULE_LIMIT_REACHED: refusal(
    409,
    'The limit of approval rules is reached; delete one that is not needed.',
  ),
  RULE_CHANGE_PENDING: refusal(409, 'A change of this rule waits for a second administrator already.'),
  RULE_CHANGE_NOT_FOUND: refusal(404, 'There is no such change of a rule to decide.'),
  NO_SECOND_PERSON: refusal(
    409,
    'Nobody could satisfy the rule, or change it again: that takes two enabled administrators.',
  ),
};
