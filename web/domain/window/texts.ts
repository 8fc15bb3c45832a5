import { plural } from '../../core/format.ts';
import type { Gate } from './waiting.ts';

export const GATES: readonly { value: Gate; label: string }[] = [
  { value: 'window', label: 'The maintenance windows of its hosts' },
  { value: 'freeze', label: 'The freezes of its hosts' },
];

export const PASSED: Readonly<Record<Gate, string>> = {
  window: 'The job does not wait for maintenance windows',
  freeze: 'The job does not wait for freezes',
};

export const waitTexts = {
  held: (count: number): string =>
    count === 1
      ? 'One host waits for its maintenance window, or for a freeze to end.'
      : `${plural(count, 'host')} wait for their maintenance windows, or for a freeze to end.`,
  first: 'The first may go on',
  unknown: 'None of them says when it may go on.',
  override: 'Override …',
  title: 'Let this job begin without waiting?',
  what: 'It then begins on all of its hosts within half a minute; other jobs wait as before. This cannot be taken back, and is kept with your name and the reason.',
  act: 'Let it begin',
  tooShort: 'Say why it cannot wait, in ten characters at least.',
} as const;
