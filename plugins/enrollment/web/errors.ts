import { RELOAD, type CodeSentences } from '#web/core/errors/advice.ts';

export const sentences: CodeSentences = {
  ENROLLMENT_NOT_FOUND: ['Request not found, or deleted.', RELOAD],
  ENROLLMENT_NOT_PENDING: [
    'This request is already decided, or has expired.',
    'The host can request enrollment again.',
  ],
  ENROLLMENT_TOKEN_INVALID: [
    'The token is unknown, expired, used up, or not for this network.',
    'Create a new token.',
  ],
  ENROLLMENT_TOKEN_NOT_FOUND: ['Token not found, or deleted.', RELOAD],
  AGENT_PACKAGE_NOT_FOUND: [
    'The manager has no agent package with this name.',
    'Add it to the manager: see “Packages of the agent” in the documentation.',
  ],
  MACHINE_ID_IN_USE: [
    'Another host already has this machine id.',
    'If it is the same machine, replace its identity; a clone needs a new machine id first.',
  ],
  SIGNATURE_INVALID: ['The signature does not belong to this host.', 'Enroll the host again.'],
  RENEWAL_REFUSED: ['The certificate is revoked, or expired too long ago.', 'Enroll the host again.'],
};
