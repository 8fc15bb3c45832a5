const refusal = (status: number, message: string) => ({ status, retryable: false, message });

/** Codes that this plugin adds to the manager's catalogue. */
export const approvalErrors = {
  APPROVAL_NOT_FOUND: refusal(404, 'Approval not found.'),
  APPROVAL_NOT_WAITING: refusal(409, 'The approval was decided, or has expired.'),
  APPROVAL_CHANGED: refusal(409, 'The approval request has changed since you read it; read it again.'),
  APPROVAL_EXISTS: refusal(409, 'Approval of this run is already requested.'),
  APPROVAL_REQUIRED: refusal(409, 'Second approval required.'),
  APPROVER_NOT_ALLOWED: refusal(403, 'Someone else has to decide this.'),
  APPROVAL_RULE_NOT_FOUND: refusal(404, 'Approval rule not found.'),
  APPROVAL_RULE_LIMIT_REACHED: refusal(
    409,
    'The maximum number of approval rules is reached; delete one that is not needed.',
  ),
  RULE_CHANGE_PENDING: refusal(409, 'A change of this rule is already awaiting a second administrator.'),
  RULE_CHANGE_NOT_FOUND: refusal(404, 'Rule change not found, or already decided.'),
  NO_SECOND_PERSON: refusal(
    409,
    'Nobody could satisfy the rule, or change it again: that takes two enabled administrators.',
  ),
};
