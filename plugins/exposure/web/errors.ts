import { RELOAD, type CodeSentences } from '#web/core/errors/advice.ts';

export const sentences: CodeSentences = {
  ADVISORY_NOT_FOUND: ['No host in your scope lacks this advisory any more.', RELOAD],
  CVE_NOT_FOUND: ['CVE not found on any host in your scope.', RELOAD],
  EXCEPTION_NOT_FOUND: ['Exception not found, or deleted.', RELOAD],
  EXCEPTION_LIMIT_REACHED: [
    'The maximum number of exceptions is reached.',
    'End some that are no longer needed, then try again.',
  ],
  DATA_SET_NOT_FOUND: ['This feed has never been imported.', 'Import a file, or enable automatic download.'],
  DATA_SET_INVALID: [
    'The file is damaged or of another kind, so nothing was imported.',
    'Download it again, and import it as the correct kind.',
  ],
  DATA_SET_FETCH_OFF: [
    'Automatic download of this feed is disabled.',
    'An administrator can enable it in the settings.',
  ],
  DATA_SET_OLDER: ['The file is older or much smaller than the current data.', 'Download a newer one.'],
  DATA_SET_BUSY: [
    'Another import of this kind is in progress.',
    'Wait until it has finished, then check whether yours is still needed.',
  ],
};
