import type { Content } from './contents.ts';
import { letterOf } from './letter.ts';
import type { Letter } from './letterForm.ts';
import { bodyOf, payloadOf } from './payload.ts';

/** How soon a person should look, in the words of PagerDuty. */
export type Urgency = 'info' | 'warning' | 'error' | 'critical';

/** What one call tells, before it has the form of a receiver. */
export interface Telling {
  /** The same at every attempt. */
  id: string;
  /** When it happened. */
  at: Date;
  letter: Letter;
  urgency: Urgency;
  /** What it is about; receivers that keep incidents take calls about one subject together. */
  subject: string;
  /** Whether the subject needs nobody any more, so that an incident about it can end. */
  isOver: boolean;
  /** The body for receivers of our own format, as `WebhookPayload` of the contract has it. */
  payload: string;
}

interface Parts {
  id: string;
  at: Date;
  content: Content;
  managerUrl: string;
}

/** What the call about this content tells. */
export const tellingOf = ({ id, at, content, managerUrl }: Parts): Telling => ({
  id,
  at,
  letter: letterOf(content, managerUrl),
  ...aboutOf(content),
  payload: payloadOf({ id, at, content, managerUrl }),
});

/** What a test tells that a person asked for. */
export const testTelling = ({ id, at, managerUrl }: Omit<Parts, 'content'>): Telling => ({
  id,
  at,
  letter: {
    subject: 'Test of Fleetmend',
    first: 'No action required: this is a test.',
    more: ['Notifications of Fleetmend arrive here.'],
    list: null,
    link: { text: 'Open notifications', url: `${managerUrl}/notifications?tab=webhooks` },
  },
  urgency: 'info',
  subject: `test:${id}`,
  isOver: false,
  payload: bodyOf({ id, at, fact: 'test', data: {} }),
});

function aboutOf(content: Content): Pick<Telling, 'urgency' | 'subject' | 'isOver'> {
  switch (content.fact) {
    case 'job.paused':
    case 'job.failed':
      return { urgency: 'error', subject: `job:${content.job.id}`, isOver: false };
    case 'job.completed':
      return { urgency: 'info', subject: `job:${content.job.id}`, isOver: true };
    case 'backup.failed':
      return { urgency: 'error', subject: 'backup', isOver: false };
    case 'certificate.expiring': {
      const hasEnded = content.items.some((item) => item.hasEnded);
      return { urgency: hasEnded ? 'error' : 'warning', subject: 'certificates', isOver: false };
    }
    case 'window.upcoming':
      return { urgency: 'info', subject: `window:${content.startsAt}`, isOver: false };
    // These go only by mail.
    case 'report.made':
    case 'report.failed':
    case 'api_token.rotated':
      return { urgency: 'info', subject: content.fact, isOver: false };
  }
}
