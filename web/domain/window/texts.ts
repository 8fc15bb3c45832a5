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

/** The same of an override that ended with its run. */
export const PASSED_BEFORE: Readonly<Record<Gate, string>> = {
  window: 'An earlier run of the job did not wait for maintenance windows',
  freeze: 'An earlier run of the job did not wait for freezes',
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
  what: (hasWaves: boolean): string =>
    `${
      hasWaves
        ? 'Its hosts then begin wave by wave as before, those of the current wave within half a minute'
        : 'It then begins on all of its hosts within half a minute'
    }; other jobs wait as before. It holds for this run: whoever retries or resumes the job waits again. This cannot be taken back, and is kept with your name and the reason.`,
  act: 'Let it begin',
  tooShort: 'Say why it cannot wait, in ten characters at least.',
} as const;
