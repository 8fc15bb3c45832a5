import { isatty } from 'node:tty';
import { guarded } from './guarded.ts';

/** With a terminal SIGHUP says that this was closed; without one it is what tools send to have files read again. */
const HAS_TERMINAL = isatty(0);

/** Signals that end a program in order. */
export const ENDING: readonly NodeJS.Signals[] = HAS_TERMINAL
  ? ['SIGTERM', 'SIGINT', 'SIGHUP']
  : ['SIGTERM', 'SIGINT'];

/**
 * For the entry point of a service: tells `ignored` of signals that would end it at once (SIGHUP) or, in Node, open a
 * debugger for every user of the machine (SIGUSR1), and lets it go on. With `reload` that is what SIGHUP asks for.
 */
export function outliveSignals(ignored: (signal: NodeJS.Signals) => void, reload?: () => void): void {
  process.on('SIGUSR1', guarded(ignored));
  if (!HAS_TERMINAL) process.on('SIGHUP', guarded(reload ?? ignored));
}

/** What the log says of a signal that `outliveSignals` ignored. */
export const SIGNAL_IGNORED =
  'nothing is done for this signal: a changed configuration counts from the next start';
