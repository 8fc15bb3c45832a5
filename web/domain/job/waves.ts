import type { ProgressPart } from '../../components/fm-progress/fm-progress.ts';
import type { StatusText } from '../../components/fm-badge/status.ts';
import { countText, plural } from '../../core/format.ts';
import type { Schemas } from '../../core/schema.ts';

type WaveState = Schemas['JobWaveState'];
type Job = Schemas['Job'];

/** The waves of a job after an event, which names only those that have changed. */
export function mergedWaves(before: readonly WaveState[], changed: readonly WaveState[] = []): WaveState[] {
  const news = new Map(changed.map((wave) => [wave.number, wave]));
  return before.map((wave) => news.get(wave.number) ?? wave);
}

const STATES: Readonly<Record<Schemas['JobWaveProgress'], StatusText>> = {
  waiting: ['neutral', 'Waiting'],
  running: ['busy', 'In progress'],
  soaking: ['info', 'Soaking'],
  halted: ['warn', 'Halted'],
  passed: ['ok', 'Passed'],
  ended: ['neutral', 'Not passed'],
};

/** A wave of which no host completed passes only if a person resumes the job. */
export const waveStateText = ({ state, completed }: Pick<WaveState, 'state' | 'completed'>): StatusText =>
  state === 'passed' && completed === 0
    ? ['warn', 'Continued manually']
    : (STATES[state] ?? ['neutral', state]);

/** The hosts of a wave by outcome. */
export function waveParts({
  completed,
  failed,
  active,
  left_out: leftOut,
  waiting,
}: WaveState): ProgressPart[] {
  return [
    { tone: 'ok', label: 'completed', count: completed },
    { tone: 'bad', label: 'failed', count: failed },
    { tone: 'busy', label: 'in progress', count: active },
    { tone: 'neutral', label: 'skipped', count: leftOut },
    { tone: 'neutral', label: 'waiting', count: waiting },
  ];
}

/** “8 of 10 hosts completed, 1 failed”. */
export function waveProgressText(wave: WaveState): string {
  if (wave.state === 'waiting') return plural(wave.hosts_total, 'host');
  const others = waveParts(wave).filter(
    ({ label, count }) => count > 0 && ['failed', 'skipped'].includes(label),
  );
  const told = others.map(({ label, count }) => `, ${countText(count)} ${label}`).join('');
  return `${countText(wave.completed)} of ${plural(wave.hosts_total, 'host')} completed${told}`;
}

/**
 * “1 failure, none allowed”; '' while there is nothing to say. Failures from before a person let the job go on, and
 * hosts whose plan had changed, do not count: “1 of 5 failures counts, 2 allowed”.
 */
export function budgetText({ state, failed, failures, failures_allowed: allowed }: WaveState): string {
  if (state === 'waiting') return allowed > 0 ? `up to ${plural(allowed, 'failure')} allowed` : '';
  if (failed === 0 && allowed === 0) return 'no failure allowed';
  const counted =
    failures === failed
      ? plural(failures, 'failure')
      : `${failures === 0 ? 'none' : countText(failures)} of ${plural(failed, 'failure')} ${failures > 1 ? 'count' : 'counts'}`;
  return `${counted}, ${allowed === 0 ? 'none' : countText(allowed)} allowed`;
}

/** Why a halted job stands still; null for one that does not wait for a person. */
export function haltText({
  state,
  reason,
  current_wave: wave,
  failure_budget_percent: percent,
}: Job): string | null {
  if (state !== 'paused' || reason === 'ENDING') return null;
  if (reason === 'WAVE_NOT_PASSED')
    return `No host of wave ${wave} completed, so the next wave did not start.`;
  const what =
    wave === null ? 'The job exceeded its failure threshold' : `Wave ${wave} exceeded its failure threshold`;
  const most = percent === 0 ? 'no failures allowed' : `${percent} %`;
  return `${what} (${most}). No new hosts start; running hosts finish.`;
}
