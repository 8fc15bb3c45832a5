/** What a bench measures and how its figures are judged. */

/** Another measurement of the same run that the value is compared with, in the same unit. */
export interface Base {
  name: string;
  value: number;
}

export interface Target {
  of: 'value' | 'ratio';
  max: number;
}

export interface Figure {
  /** What was measured, in a few words. */
  name: string;
  value: number;
  /** `ms`, `ms CPU`, `µs CPU`, `MB`, `/s`. */
  unit: string;
  base?: Base;
  target?: Target;
}

export interface BenchResult {
  bench: string;
  figures: Figure[];
  /** Figures that would be too many for the table; they are in the JSON alone. */
  details?: Record<string, number>;
}

export interface Bench {
  name: string;
  /** One line for the help. */
  about: string;
  /** Runs in a throw-away lab of real hosts: needs root. */
  inLab?: boolean;
  /** Takes an hour and most of the machine's memory, so that it runs only if it is named. */
  isLong?: boolean;
  run(say: (line: string) => void): Promise<Omit<BenchResult, 'bench'>>;
}

export function ratioOf({ value, base }: Figure): number | null {
  return base && base.value > 0 ? value / base.value : null;
}

/** Whether the figure meets its target; null: it has none. */
export function isMet(figure: Figure): boolean | null {
  if (!figure.target) return null;
  const judged = figure.target.of === 'ratio' ? ratioOf(figure) : figure.value;
  return judged !== null && judged <= figure.target.max;
}
