/** A computation for tests: counts, turns in circles for a while, throws, or eats memory. */
export function compute({ ms = 0, fail, eat = false, give }: Asked): unknown {
  if (fail !== undefined) throw new Error(fail);
  const eaten: string[][] = [];
  while (eat) eaten.push(Array.from({ length: 100_000 }, (_, at) => `${at} ${eaten.length}`));
  for (const end = performance.now() + ms; performance.now() < end;);
  calls += 1;
  return { give, calls };
}

let calls = 0;

export interface Asked {
  ms?: number;
  fail?: string;
  eat?: boolean;
  give?: string;
}
