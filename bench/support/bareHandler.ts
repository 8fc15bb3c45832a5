import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ManagerProcess } from '../../test/support/manager.ts';
import { createAuthority, leafOf } from '../../server/core/agents/pki/pki.testing.ts';
import { Caller } from './caller.ts';
import { startChild } from './children.ts';

export interface BareHandler {
  /** Answers `/0`, `/1`, … with what the manager answered to the paths. */
  caller: Caller;
  pid: number;
  stop(): Promise<void>;
}

/** The least that the manager's API could be: one express handler over HTTPS that sends the same bytes. */
export async function startBare(
  dir: string,
  manager: ManagerProcess,
  paths: readonly string[],
): Promise<BareHandler> {
  mkdirSync(dir, { recursive: true });
  const pair = await leafOf(await createAuthority(), { kind: 'web', names: ['127.0.0.1'] });
  for (const [name, text] of Object.entries(pair)) writeFileSync(path.join(dir, name), text);
  for (const [index, resource] of paths.entries())
    writeFileSync(path.join(dir, String(index)), JSON.stringify(await manager.must('GET', resource)));
  const child = await startChild({ script: 'bench/processes/bareExpress.ts', args: [dir] });
  const caller = new Caller(`https://127.0.0.1:${child.port}`, '');
  return {
    caller,
    pid: child.pid,
    async stop() {
      await caller.close();
      await child.stop();
    },
  };
}
