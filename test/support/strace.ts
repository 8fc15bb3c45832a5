import { readFile } from 'node:fs/promises';

/** The command that runs another one and records every program that it, or anything it starts, executes. */
export function straceArgv(file: string): string[] {
  const calls = ['-e', 'trace=execve,execveat', '-e', 'signal=none'];
  // Strings in hexadecimal, so that no name can break a line.
  return ['strace', '-f', '--seccomp-bpf', '-qq', '-xx', '-s', '65536', '-o', file, ...calls, '--'];
}

/** One execution: the file that was to be run, and its argument vector. */
export interface Execution {
  file: string;
  argv: string[];
}

const text = (hex: string): string => Buffer.from(hex.replaceAll('\\x', ''), 'hex').toString('utf8');

/** Reads what {@link straceArgv} wrote. Throws on a line that it does not understand. */
export function parseExecutions(trace: string): Execution[] {
  const started = trace.split('\n').filter((line) => /^\d+ +execve(at)?\(/.test(line));
  return started.map((line) => {
    const [, file, list] = /execve(?:at)?\((?:\w+, )?"([^"]*)", \[([^\]]*)\]/.exec(line) ?? [];
    if (file === undefined || list === undefined || list.includes('...')) {
      throw new Error(`not understood: ${line.slice(0, 500)}`);
    }
    return { file: text(file), argv: [...list.matchAll(/"([^"]*)"/g)].map(([, hex]) => text(hex ?? '')) };
  });
}

export async function readExecutions(file: string): Promise<Execution[]> {
  return parseExecutions(await readFile(file, 'latin1'));
}
