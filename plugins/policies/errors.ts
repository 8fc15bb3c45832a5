import type { Feature } from '#sdk';

export const policyErrors: NonNullable<Feature['errors']> = {
  POLICY_NOT_FOUND: { status: 404, retryable: false, message: 'Policy not found.' },
  POLICY_INVALID: {
    status: 400,
    retryable: false,
    message: 'The time zone is unknown, or the rule never yields a start, or takes too long to work out.',
  },
  POLICY_LIMIT_REACHED: {
    status: 409,
    retryable: false,
    message: 'The maximum number of policies is reached; delete some that are not needed.',
  },
  POLICY_OUT_OF_SCOPE: {
    status: 403,
    retryable: false,
    message:
      'This policy includes hosts outside your scope; only someone who can see all of them may change it.',
  },
  POLICY_RUN_ACTIVE: {
    status: 409,
    retryable: false,
    message: 'The previous run of this policy has not finished; runs never overlap.',
  },
  POLICY_START_PASSED: {
    status: 409,
    retryable: false,
    message: 'This is no longer the next run of the policy; read it again.',
  },
  POLICY_RUN_ENDED: {
    status: 409,
    retryable: false,
    message: 'The policy skipped the run of this plan, so the plan cannot be run; run the policy instead.',
  },
};
