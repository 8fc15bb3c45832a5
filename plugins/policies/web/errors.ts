import { RELOAD, type CodeSentences } from '#web/core/errors/advice.ts';

export const sentences: CodeSentences = {
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
};
