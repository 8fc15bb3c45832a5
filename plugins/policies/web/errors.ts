import { RELOAD, type CodeSentences } from '#web/core/errors/advice.ts';

export const sentences: CodeSentences = {
  POLICY_NOT_FOUND: ['Policy not found, or deleted.', RELOAD],
  POLICY_INVALID: [
    'The time zone is unknown, or the rule is invalid or never starts.',
    'Correct the time zone or the rule.',
  ],
  POLICY_LIMIT_REACHED: [
    'The maximum number of policies is reached.',
    'Delete some that are no longer needed.',
  ],
  POLICY_OUT_OF_SCOPE: [
    'This policy includes hosts outside your scope.',
    'Ask someone who can see all of them to change it.',
  ],
  POLICY_RUN_ACTIVE: [
    'The previous run of this policy has not finished; runs never overlap.',
    'Wait until it has finished, or end its job.',
  ],
  POLICY_RUN_ENDED: [
    'The policy skipped the run of this plan, so the plan cannot be run.',
    'Run the policy now, or wait for its next run.',
  ],
  POLICY_START_PASSED: ['This is no longer the next run of the policy.', RELOAD],
};
