import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { ChildOutput } from '../../test/support/process.ts';

export const projectRoot = path.resolve(import.meta.dirname, '../..');

/** A Node process of the measurement, which says `{"event":"listening", …}` once it serves. */
export interface Child {
  pid: number;
  port: number;
  process: ChildProcess;
  /** Asks the process a question and waits for the answer (processes with an IPC channel). */
  ask<T>(question: object): Promise<T>;
  stop(): Promise<void>;
}

export interface ChildOptions {
  /** Path from the project's root. */
  script: string;
  args?: readonly string[];
  env?: Record<string, string>;
}

/** Starts a script under this Node and waits until it listens. It ends with this process. */
export async function startChild({ script, args = [], env = {} }: ChildOptions): Promise<Child> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: projectRoot,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  const output = new ChildOutput(child);
  const [line] = await output.waitFor(/^\{"event":"listening".*\}$/m, 60_000);
  const { port } = JSON.parse(line) as { port: number };
  return {
    pid: child.pid ?? 0,
    port,
    process: child,
    async ask<T>(question: object): Promise<T> {
      const answered = once(child, 'message');
      child.send(question);
      return ((await answered) as [T])[0];
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await output.exited;
    },
  };
}
