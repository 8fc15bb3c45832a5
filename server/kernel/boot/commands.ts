/** A mistake in the command line: the message is printed as it is, exit code 64. */
export class UsageError extends Error {}

/** The command was understood and is refused: one line for people, exit code 1. */
export class CommandRefused extends Error {}

/** Exit codes of sysexits.h; a command's own are 0, 1 and whatever it documents. */
export const EXIT = { usage: 64, software: 70, config: 78 } as const;

/** One or two words. */
export const COMMAND_NAME = /^[a-z][a-z-]*( [a-z][a-z-]*)?$/;
