import { parseArgs } from 'node:util';

/** What a run is asked for. */
export type Options = {
  /** Only suites and checks whose name contains one of these; none: all. */
  patterns: string[];
  isAll: boolean;
  /** A commit: only what changes since then can have changed. */
  changedSince: string | null;
  /** Time for the day and as much of the night as there is room for. */
  budgetMs: number | null;
  /** What cannot run here counts as failed. */
  isStrict: boolean;
  isRecord: boolean;
  isList: boolean;
  isKeep: boolean;
};

const usage = `npm test [-- OPTION... PATTERN...]
Without options it runs the day tier: every suite that says no "// tier" in its first lines.
  PATTERN         only suites and checks of all tiers whose name contains one of these (check:eslint, server/kernel)
  --all           all tiers
  --changed [BASE]  suites of all tiers that changes since BASE can have changed (a commit; HEAD if there is none)
  --minutes N     the day tier, then as much of the night as N minutes have room for: what changed first, then what ran
                  longest ago
  --record        also writes down which files each suite opens, for --changed (needs strace; slower)
  --no-skip       what cannot run here counts as failed (also with CI=true)
  --list          names them and runs nothing
  --keep          writes the times, the ledger of green runs and the opened files of this checkout's runs to
                  scripts/tests/records.json, for a commit (npm run test:times)`;

/** Reads the command line; `answer` is what to print in place of a run. */
export function readOptions(args: string[]): Options | { answer: string; code: number } {
  try {
    return parse(args);
  } catch (error) {
    return { answer: `${error instanceof Error ? error.message : String(error)}\n${usage}`, code: 1 };
  }
}

function parse(args: string[]): Options | { answer: string; code: number } {
  const { values, positionals } = parseArgs({
    args: withBase(args),
    allowPositionals: true,
    options: {
      all: { type: 'boolean', default: false },
      changed: { type: 'string' },
      minutes: { type: 'string' },
      record: { type: 'boolean', default: false },
      'no-skip': { type: 'boolean', default: process.env['CI'] === 'true' },
      list: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return { answer: usage, code: 0 };
  const ways = [values.all || undefined, values.changed, values.minutes];
  if (ways.filter((value) => value !== undefined).length > 1)
    throw new Error('--all, --changed and --minutes exclude each other');
  if (values.keep && args.length > 1) throw new Error('--keep runs nothing and stands alone');
  const minutes = values.minutes === undefined ? null : Number(values.minutes);
  if (minutes !== null && !(minutes > 0)) throw new Error('--minutes needs a number of minutes');
  return {
    patterns: positionals,
    isAll: values.all,
    changedSince: values.changed ?? null,
    budgetMs: minutes === null ? null : minutes * 60_000,
    isStrict: values['no-skip'],
    isRecord: values.record,
    isList: values.list,
    isKeep: values.keep,
  };
}

/** The word after `--changed` is its commit; without one it is HEAD, the last commit. */
function withBase(args: string[]): string[] {
  const at = args.indexOf('--changed');
  if (at < 0) return args;
  const next = args[at + 1];
  const hasBase = next !== undefined && !next.startsWith('-');
  return [
    ...args.slice(0, at),
    `--changed=${hasBase ? next : 'HEAD'}`,
    ...args.slice(at + (hasBase ? 2 : 1)),
  ];
}
