import { RELOAD, type CodeSentences } from '#web/core/errors/advice.ts';

export const sentences: CodeSentences = {
  HEALTH_CHECK_NOT_FOUND: ['Health check not found, or deleted.', RELOAD],
  HEALTH_CHECK_LIMIT_REACHED: [
    'The maximum number of health checks is reached, for this host or in total.',
    'Delete one that is no longer needed.',
  ],
  HEALTH_CHECK_OVERRIDE_EXISTS: ['Health checks are already overridden for this job.', RELOAD],
  TARGET_HOST_INVALID: ['The target of the check does not exist, or is not healthy.', 'Select another host.'],
};
