import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMutable } from './choice.ts';
import { executedInBundle, executedLines } from './coverage.ts';
import type { CoverageReport } from './coverage.ts';
import { linesText } from './lines.ts';
import { hashOf } from './recording.ts';
import type { Recording } from './recording.ts';

/** Where hosts of the lab see the checkout, and the folder below the reports where theirs lie. */
const rootInHosts = '/opt/fleetmend';
export const hostsFolder = 'hosts';

/** Reduces the reports that the processes of a suite left in `folder` to what {@link Recording} keeps. */
export function reduced(root: string, folder: string): Pick<Recording, 'files' | 'lost'> {
  const reduction = new Reduction(root);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/(^|\/)coverage-.*\.json$/.test(name)) continue;
    const report = readReport(path.join(folder, name));
    if (report) reduction.add(report);
  }
  return { files: reduction.files(), lost: lostIn(root, folder) };
}

/** A process that is killed while it writes leaves half a report: its note then says that it was lost. */
function readReport(file: string): CoverageReport | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as CoverageReport;
  } catch {
    return null;
  }
}

function lostIn(root: string, folder: string): string[] {
  const names = readdirSync(folder);
  const written = new Set(
    names.filter((name) => readsWell(folder, name)).map((name) => /^coverage-(\d+)-/.exec(name)?.[1]),
  );
  const begun = names.filter(
    (name) => name.startsWith('begun-') && !written.has(name.slice('begun-'.length)),
  );
  const programs = begun.map((name) => path.relative(root, readFileSync(path.join(folder, name), 'utf8')));
  return [...new Set(programs)].filter((name) => name !== '' && !/^(\.\.|node_modules\/)/.test(name)).sort();
}

function readsWell(folder: string, name: string): boolean {
  return (
    name.startsWith('coverage-') && readFileSync(path.join(folder, name), 'utf8').trimEnd().endsWith('}')
  );
}

class Reduction {
  readonly #root: string;
  readonly #texts = new Map<string, string>();
  readonly #lines = new Map<string, Set<number>>();

  constructor(root: string) {
    this.#root = root;
  }

  add(report: CoverageReport): void {
    for (const script of report.result) {
      const file = this.#fileOf(script.url);
      if (file === null) continue;
      if (isMutable(file)) this.#addLines(file, executedLines(this.#textOf(file), script));
      const map = file.startsWith('.cache/bundles/') && report['source-map-cache']?.[script.url];
      if (!map || !map.data) continue;
      for (const [source, lines] of executedInBundle(script, { ...map, data: map.data })) {
        const bundled = this.#fileOf(new URL(source, script.url).href);
        if (bundled !== null && isMutable(bundled)) this.#addLines(bundled, lines);
      }
    }
  }

  files(): Recording['files'] {
    const entries = [...this.#lines]
      .filter(([, lines]) => lines.size > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(
      entries.map(([file, lines]) => {
        const sorted = [...lines].sort((a, b) => a - b);
        return [file, { hash: hashOf(this.#textOf(file)), lines: linesText(sorted) }];
      }),
    );
  }

  #addLines(file: string, lines: readonly number[]): void {
    const known = this.#lines.get(file) ?? new Set();
    for (const line of lines) known.add(line);
    this.#lines.set(file, known);
  }

  /** The script's path in the checkout, or null if it lies outside. */
  #fileOf(url: string): string | null {
    if (!url.startsWith('file:')) return null;
    const absolute = fileURLToPath(url.replace(/[?#].*$/, ''));
    const root = [this.#root, rootInHosts].find((folder) => absolute.startsWith(`${folder}/`));
    return root === undefined ? null : path.relative(root, absolute);
  }

  #textOf(file: string): string {
    const text = this.#texts.get(file) ?? readFileSync(path.join(this.#root, file), 'utf8');
    this.#texts.set(file, text);
    return text;
  }
}
