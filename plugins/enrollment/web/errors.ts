import { RELOAD, type CodeSentences } from '#web/core/errors/advice.ts';

export const sentences: CodeSentences = {
  ENROLLMENT_NOT_FOUND: ['This request does not exist any more.', RELOAD],
  ENROLLMENT_NOT_PENDING: ['This request is already decided, or has expired.', 'The host can ask again.'],
  ENROLLMENT_TOKEN_INVALID: [
    'The token is unknown, expired, used up, or not for this network.',
    'Make a new token.',
  ],
  ENROLLMENT_TOKEN_NOT_FOUND: ['This token does not exist any more.', RELOAD],
  AGENT_PACKAGE_NOT_FOUND: [
    'The manager has no agent package of this name.',
    'Build the agent packages on the manager: npm run package:agent.',
  ],
  MACHINE_ID_IN_USE: [
    'A live host already has this machine id.',
    'If it is the same machine, replace its identity; a clone needs a new machine id first.',
  ],
  SIGNATURE_INVALID: ['The signature does not belong to this host.', 'Enroll the host again.'],
  RENEWAL_REFUSED: ['The certificate is revoked, or expired too long ago.', 'Enroll the host again.'],
};
