import path from 'node:path';
import { run, type RunResult } from './process.ts';

const program = path.resolve(import.meta.dirname, '../../server/main.ts');

/** The same on a terminal, which shows both outputs as one. */
export function fleetmendOnTerminal(dataDir: string, words: string[]): Promise<RunResult> {
  const line = [process.execPath, program, ...words].map((word) => `'${word}'`).join(' ');
  return run(['script', '--quiet', '--return', '--command', line, '/dev/null'], {
    cwd: '/',
    env: { ...process.env, FLEETMEND_DATA_DIR: dataDir },
  });
}

/** Runs `fleetmend WORDS…` of this checkout on a data directory, in a process of its own, to its end. */
export function fleetmend(
  dataDir: string,
  words: string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<RunResult> {
  return run([process.execPath, program, ...words], {
    cwd: '/',
    env: { ...env, FLEETMEND_DATA_DIR: dataDir },
  });
}
