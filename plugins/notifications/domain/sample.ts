import type { components } from '#generated/manager.ts';
import type { JobContent } from './contents.ts';
import { type FormatName, formatOf } from './formats/formats.ts';
import { plainText } from './formats/chats.ts';
import { tellingOf } from './telling.ts';

/** A job of an example, which failed on one host of three. */
const content: JobContent = {
  fact: 'job.failed',
  job: {
    id: '01939f72-8192-73a4-b5c6-d7e8f9010203',
    seq: 42,
    name: 'Security patches, second Tuesday',
    operation: 'patch',
    state: 'partial',
    reason: null,
    createdByName: 'admin',
  },
  hostsTotal: 3,
  hostsCompleted: 2,
  hostsTroubled: 1,
  troubled: [
    {
      hostId: '01939f72-8192-73a4-b5c6-d7e8f9010204',
      fqdn: 'db1.example.org',
      state: 'rolled_back',
      code: 'SCRIPT_FAILED',
      message: 'The package script of openssl failed.',
    },
  ],
  groups: [],
};

/** What receivers of this format would get of an example, as people read it and as it is sent. */
export function sampleOf(
  format: FormatName,
  { now, managerUrl }: { now: Date; managerUrl: string },
): components['schemas']['WebhookPreview'] {
  const telling = tellingOf({ id: '01939f72-8192-73a4-b5c6-d7e8f9010205', at: now, content, managerUrl });
  const { example: url, call } = formatOf(format);
  const { body } = call(telling, { url, secret: SECRET, now });
  return {
    format,
    title: telling.letter.subject,
    text: plainText(telling.letter),
    url,
    body: JSON.stringify(JSON.parse(body), null, 2),
  };
}

const SECRET = '********';
