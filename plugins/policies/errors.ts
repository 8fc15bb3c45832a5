import type { Feature } from '#sdk';

export const policyErrors: NonNullable<Feature['errors']> = {
  POLICY_NOT_FOUND: { status: 404, retryable: false, message: 'There is no such policy.' },
  POLICY_INVALID: {
    status: 400,
    retryable: false,
    message: 'The time zone is unknown, or the rule never yields a start, or takes too long to work out.',
  },
  POLICY_LIMIT_REACHED: {
    status: 409,
    retryable: false,
    message: 'The limit of policies is reached; delete some that are not needed.',
  },
  POLICY_OUT_OF_SCOPE: {
    status: 403,
    retryable: false,
    message:
      'This policy holds hosts that you may not see; only a person who sees all of them may change it.',
  },
  POLICY_RUN_ACTIVE: {
    status: 409,
    retryable: false,
    message: 'A run of this policy has not ended; two never overlap.',
  },
  POLICY_START_PASSED: {
    status: 409,
    retryable: false,
    message: 'This is not the next start of the policy any more; read it again.',
  },
  POLICY_RUN_ENDED: {
    status: 409,
    retryable: false,
    message:
      'The policy has left out the run that this plan belongs to, so the plan cannot be run; run the policy instead.',
  },
};
