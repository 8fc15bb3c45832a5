import { RELOAD, type CodeSentences } from '#web/core/errors/advice.ts';

export const sentences: CodeSentences = {
  CVE_NOT_FOUND: ['This CVE was never open on a host that you may see.', RELOAD],
  EXCEPTION_NOT_FOUND: ['This exception does not exist any more.', RELOAD],
  EXCEPTION_LIMIT_REACHED: [
    'The limit of exceptions is reached.',
    'End some that are not needed, then try again.',
  ],
  DATA_SET_NOT_FOUND: ['No data set of this kind was ever imported.', 'Import one, or have it fetched.'],
  DATA_SET_INVALID: [
    'The file is damaged or of another kind, so nothing was imported.',
    'Fetch it again, and import it as the kind that it is.',
  ],
  DATA_SET_FETCH_OFF: [
    'The manager does not fetch this file.',
    'An administrator can switch that on in the settings.',
  ],
  DATA_SET_OLDER: [
    'The file is older or much smaller than the one that was imported last.',
    'Fetch a newer one.',
  ],
  DATA_SET_BUSY: [
    'Another import of this kind is under way.',
    'Wait until it has ended, then look whether yours is still needed.',
  ],
};
