import type { Mutant } from './mutants.ts';
import type { Outcome } from './state.ts';

/** A fault of the run, what became of it, and whether any suite of the tier executes its line. */
export type Row = { mutant: Mutant; outcome: Outcome | undefined; isCaught: boolean; isExecuted: boolean };

const shown = 160;

/** One line for the progress. */
export function progressLine({ mutant, outcome, isCaught, isExecuted }: Row, place: string): string {
  const secs = `${((outcome?.durationMs ?? 0) / 1000).toFixed(1)} s`;
  const how = isCaught
    ? `caught by ${outcome?.by}${outcome?.hung ? ', which hung,' : ''} in ${secs}`
    : isExecuted
      ? survivedText(outcome, secs)
      : 'SURVIVED: no suite executes it';
  return `${place} ${mutant.kind.padEnd(9)} ${changeText(mutant)}\n${' '.repeat(place.length)} ${how}`;
}

function survivedText(outcome: Outcome | undefined, secs: string): string {
  const green = Object.keys(outcome?.green ?? {}).length;
  const left = outcome?.notRun ? `, ${outcome.notRun} not run` : '';
  return `SURVIVED: ${green} suites stayed green in ${secs}${left}`;
}

/** The end of a run: the survivors, and the figures. */
export function summary(rows: readonly Row[], notes: readonly string[]): string {
  const done = rows.filter(({ outcome, isExecuted }) => outcome !== undefined || !isExecuted);
  const caught = done.filter(({ isCaught }) => isCaught).length;
  const survivors = done.filter(({ isCaught }) => !isCaught);
  const unexecuted = survivors.filter(({ isExecuted }) => !isExecuted).length;
  const share = done.length === 0 ? 0 : (100 * caught) / done.length;
  const lines = survivors.map((row) => `survived: ${changeText(row.mutant)}`);
  const unfinished = rows.length > done.length ? [`${rows.length - done.length} not tried yet`] : [];
  const figures = [
    `${done.length} planted`,
    `${caught} caught (${share.toFixed(1)} %)`,
    `${survivors.length} survived`,
  ];
  const byNone = unexecuted > 0 ? [`${unexecuted} of them executed by no suite`] : [];
  return ['', ...lines, ...notes, [...figures, ...byNone, ...unfinished].join(', ')].join('\n');
}

/** Where the fault is, and the lines before and after. */
export function changeText({ file, line, was, now }: Mutant): string {
  const [before, after] = aroundDifference(was, now);
  return `${file}:${line}  ${before}  =>  ${after}`;
}

/** Two long texts, cut so that their difference can be seen. */
function aroundDifference(was: string, now: string): [string, string] {
  let same = 0;
  while (same < was.length && was[same] === now[same]) same++;
  const from = Math.max(0, Math.min(same - shown / 2, Math.max(was.length, now.length) - shown));
  const cut = (text: string): string => {
    const part = text.slice(from, from + shown);
    return `${from > 0 ? '…' : ''}${part}${from + shown < text.length ? '…' : ''}`;
  };
  return [cut(was), cut(now)];
}
