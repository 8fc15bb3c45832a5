import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { formatted } from '../scripts/formatted.ts';
import type { BenchResult } from './bench.ts';
import { describeMachine } from './support/machine.ts';
import type { Machine } from './support/machine.ts';
import { cellsOf, heads, ratiosFirst } from './table.ts';

/** The last measurement of one bench, with its machine. */
export interface KeptResult extends BenchResult {
  at: string;
  machine: Machine;
}

const latestFile = path.join(import.meta.dirname, 'results/latest.json');
const docsFile = path.join(import.meta.dirname, '../docs/benchmarks.md');
const between = /(<!-- figures -->)[\s\S]*(<!-- end of figures -->)/;

/** Puts these figures into results/latest.json and docs/benchmarks.md; those of other benches stay. */
export async function keep(results: readonly BenchResult[], order: readonly string[]): Promise<void> {
  const at = new Date().toISOString();
  const machine = describeMachine();
  const fresh = results.map((result): KeptResult => ({ ...result, at, machine }));
  const kept = readLatest().filter(({ bench }) => !fresh.some((result) => result.bench === bench));
  const all = [...kept, ...fresh].toSorted((a, b) => order.indexOf(a.bench) - order.indexOf(b.bench));
  writeFileSync(latestFile, `${JSON.stringify(all, null, 2)}\n`);
  const docs = readFileSync(docsFile, 'utf8');
  const replaced = docs.replace(
    between,
    (_all, start: string, end: string) => `${start}\n\n${markdownOf(all)}\n\n${end}`,
  );
  writeFileSync(docsFile, await formatted(docsFile, replaced));
}

function readLatest(): KeptResult[] {
  return existsSync(latestFile) ? (JSON.parse(readFileSync(latestFile, 'utf8')) as KeptResult[]) : [];
}

function markdownOf(results: readonly KeptResult[]): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const named = heads.map((head) => (head === '' ? 'its value' : head));
  const rows = results.flatMap(({ bench, figures }) =>
    ratiosFirst(figures).map((figure) =>
      row([bench, ...cellsOf(figure).map((cell) => cell.replaceAll('|', '\\|'))]),
    ),
  );
  const machines = [
    ...new Set(results.map(({ at, machine }) => `${at.slice(0, 10)}: ${machineText(machine)}`)),
  ];
  return [...machines.map((text) => `${text}.`), '', row(named), row(named.map(() => '---')), ...rows].join(
    '\n',
  );
}

function machineText({ cores, cpu, memoryGb, kernel, node, loadBefore }: Machine): string {
  const load = `load before the run ${loadBefore}`;
  return `${cores} cores (${cpu}), ${memoryGb} GiB, Linux ${kernel}, Node ${node}, ${load}`;
}
