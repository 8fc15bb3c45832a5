import { RELOAD, type CodeSentences } from '#web/core/errors/advice.ts';

export const sentences: CodeSentences = {
  HEALTH_CHECK_NOT_FOUND: ['This health check does not exist any more.', RELOAD],
  HEALTH_CHECK_LIMIT_REACHED: [
    'The limit of health checks is reached, for this host or in all.',
    'Delete one that nobody needs.',
  ],
  HEALTH_CHECK_OVERRIDE_EXISTS: ['Somebody has let this job begin already.', RELOAD],
  TARGET_HOST_INVALID: ['The target of the check does not exist, or is not healthy.', 'Choose another host.'],
};
