import { parseArgs } from 'node:util';

export const usage = `npm run mutate -- [--count N] [--seed N] [--only PATH]... [--tier day|all] [--most N] [--lanes N] [--again]
npm run mutate -- --list [--count N] [--seed N] [--only PATH]...
npm run mutate -- --record [--tier day|all] [PATTERN...]
  --record   runs all suites, or those whose name contains a PATTERN, and keeps which lines they execute
  --count    how many faults to plant (200)
  --seed     which faults (1): the same seed chooses the same ones, and goes on where it was interrupted
  --only     only faults in this file or folder
  --tier     which suites may catch them: those of the day (default), or all; --record takes all if it is not told
  --most     at most so many suites for each fault (all that execute its line)
  --lanes    how many faults are tried at once (2)
  --again    tries the survivors of an earlier run anew: after a change to code that suites share, or to the sources
  --list     names the faults and plants none`;

export type Tier = 'day' | 'all';
export type MutateOptions = {
  command: 'help' | 'list' | 'record' | 'run';
  patterns: string[];
  count: number;
  seed: number;
  only: string[];
  tier: Tier;
  most: number;
  lanes: number;
  again: boolean;
};

const known = {
  help: { type: 'boolean' },
  list: { type: 'boolean' },
  record: { type: 'boolean' },
  count: { type: 'string' },
  seed: { type: 'string' },
  only: { type: 'string', multiple: true },
  tier: { type: 'string' },
  most: { type: 'string' },
  lanes: { type: 'string' },
  again: { type: 'boolean' },
} as const;

/** Reads the arguments of the command; throws what is wrong with them. */
export function readOptions(args: string[]): MutateOptions {
  const { values, positionals } = parseArgs({ args, options: known, allowPositionals: true });
  const command = values.help ? 'help' : values.record ? 'record' : values.list ? 'list' : 'run';
  if (positionals.length > 0 && command !== 'record')
    throw new Error(`"${positionals[0]}" is for --record only; faults are limited by --only PATH`);
  return {
    command,
    patterns: positionals,
    count: numberOf('count', values.count, 200),
    seed: numberOf('seed', values.seed, 1),
    only: values.only ?? [],
    tier: tierOf(values.tier ?? (command === 'record' ? 'all' : 'day')),
    most: values.most === undefined ? Infinity : numberOf('most', values.most, 1),
    lanes: numberOf('lanes', values.lanes, 2),
    again: values.again ?? false,
  };
}

function numberOf(name: string, text: string | undefined, ifAbsent: number): number {
  if (text === undefined) return ifAbsent;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`--${name} is a whole number from 1, not "${text}"`);
  return Number(text);
}

function tierOf(text: string): Tier {
  if (text !== 'day' && text !== 'all') throw new Error(`--tier is day or all, not "${text}"`);
  return text;
}
