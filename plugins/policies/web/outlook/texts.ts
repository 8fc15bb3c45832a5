import type { Schemas } from '#web/core/schema.ts';
import { nextText } from '#web/domain/policy/texts.ts';

type Ahead = Schemas['OutlookPolicy'];

export const texts = {
  next: 'What happens next here',
  past: 'What the last runs did here, and why',
  noPolicy: 'Nothing happens here by itself: no policy holds this host.',
  noPolicyText: 'Patches are taken only by jobs that somebody starts.',
  noRuns: 'These policies have not run yet.',
  window: 'Its maintenance window',
  noWindow: 'It has no maintenance window ahead.',
} as const;

const DOES: Readonly<Record<Ahead['mode'], string>> = {
  all: 'All patches',
  security: 'Security patches',
};

const RESTARTS: Readonly<Record<Ahead['reboot'], string>> = {
  never: 'no restart',
  if_required: 'a restart if one is required',
  always: 'a restart in any case',
};

/** “Security patches, a restart if one is required.” */
export const doesText = ({ mode, reboot }: Ahead): string => `${DOES[mode]}, ${RESTARTS[reboot]}.`;

/** When the policy comes to this host, or why it does not. */
export function aheadText(policy: Ahead): string {
  const { state, skips_next: isSkipped, waits_for_window: waits } = policy;
  const next = nextText(policy);
  if (state === 'paused') return 'It is paused: nothing begins by it until somebody resumes it.';
  if (next === null) return 'Its rule has ended: it does not start again.';
  if (isSkipped) return `Its next run, on ${next}, is left out.`;
  if (waits) return `It starts on ${next}. This host then waits for its maintenance window.`;
  return `It starts on ${next}.`;
}
