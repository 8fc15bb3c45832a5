/** A set of line numbers as text, `1-5,7`: a recording holds a million of them. */
export function linesText(lines: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const line of lines) {
    const run = runs.at(-1);
    if (run && line === run[1] + 1) run[1] = line;
    else runs.push([line, line]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}

/** Whether the set that {@link linesText} wrote has this line. */
export function hasLine(text: string, line: number): boolean {
  return text.split(',').some((run) => {
    const [from = '', to = from] = run.split('-');
    return from !== '' && Number(from) <= line && line <= Number(to);
  });
}
