#!/usr/bin/env node
// npm run bench [-- NAME...] [--list] [--keep]: runs the benches of those names (without any all but long ones), one after
// another. --keep puts the figures into results/latest.json and docs/benchmarks.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Bench, BenchResult } from './bench.ts';
import { benches } from './benches.ts';
import { keep } from './keep.ts';
import { describeMachine } from './support/machine.ts';
import { labProblem, runInLab } from './support/inLab.ts';
import { tableOf } from './table.ts';

const resultsDir = path.join(import.meta.dirname, 'results');
const say = (line: string): void => void process.stderr.write(`${line}\n`);

async function main(names: readonly string[], keeping: boolean): Promise<number> {
  const unknown = names.filter((name) => !benches.some((bench) => bench.name === name));
  if (unknown.length > 0) {
    say(`unknown bench: ${unknown.join(', ')} (there are ${benches.map(({ name }) => name).join(', ')})`);
    return 1;
  }
  const chosen = benches.filter(({ name, isLong }) => (names.length === 0 ? !isLong : names.includes(name)));
  const results: BenchResult[] = [];
  let failed = 0;
  for (const bench of chosen) {
    const result = await runOne(bench);
    if (result) results.push(result);
    else failed += 1;
  }
  if (results.length > 0) {
    process.stdout.write(`\n${tableOf(results)}\n`);
    writeResults(results);
    if (keeping)
      await keep(
        results,
        benches.map(({ name }) => name),
      );
  }
  return failed > 0 ? 1 : 0;
}

async function runOne(bench: Bench): Promise<BenchResult | null> {
  say(`${bench.name}: ${bench.about}`);
  const startedAt = performance.now();
  try {
    const problem = bench.inLab ? labProblem() : null;
    if (problem !== null) throw new Error(problem);
    const measured = bench.inLab ? await runInLab(bench.name) : await bench.run((line) => say(`  ${line}`));
    say(`  took ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    return { bench: bench.name, ...measured };
  } catch (error) {
    say(`  could not be measured: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

function writeResults(results: readonly BenchResult[]): void {
  mkdirSync(resultsDir, { recursive: true });
  const at = new Date().toISOString();
  const file = path.join(resultsDir, `${at.replaceAll(':', '').slice(0, 17)}.json`);
  writeFileSync(file, `${JSON.stringify({ at, machine: describeMachine(), results }, null, 2)}\n`);
  say(`\nwritten to ${path.relative(process.cwd(), file)}`);
}

const args = process.argv.slice(2);
if (args.includes('--list'))
  for (const { name, about } of benches) process.stdout.write(`${name}: ${about}\n`);
else
  process.exit(
    await main(
      args.filter((arg) => arg !== '--keep'),
      args.includes('--keep'),
    ),
  );
