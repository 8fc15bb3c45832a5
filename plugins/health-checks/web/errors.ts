import { RELOAD, type CodeSentences } from '#web/core/errors/advice.ts';

export const sentences: CodeSentences = {
  HEALTH_CHECK_NOT_FOUND: ['Health check not found, or deleted.', RELOAD],
  HEALTH_CHECK_LIMIT_REACHED: [
    'The maximum number of health checks is reached, for this host or group or in total.',
    'Delete one that is no longer needed.',
  ],
  HEALTH_CHECK_OVERRIDE_EXISTS: ['Health checks are already overridden for this job.', RELOAD],
  HEALTH_CHECK_OF_GROUP: [
    'The check is defined on a group.',
    'Edit or delete it on the page Health checks, or give the host its own check of the same name.',
  ],
  TARGET_HOST_INVALID: ['The target of the check does not exist, or is not healthy.', 'Select another host.'],
};
