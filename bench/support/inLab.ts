import { spawn } from 'node:child_process';
import path from 'node:path';
import type { BenchResult } from '../bench.ts';
import { imagesMissing, provide } from '../../scripts/tests/needs.ts';
import { projectRoot } from './children.ts';

/** Why no lab of real hosts can be made here; null: it can, as far as is known. */
export function labProblem(): string | null {
  return process.getuid?.() === 0 ? null : 'real hosts need root: sudo npm run bench';
}

/** Runs one bench inside a throw-away lab, in a process of its own there, and brings its figures back. */
export async function runInLab(name: string): Promise<Omit<BenchResult, 'bench'>> {
  const { missing, images } = await provide([{ needs: ['lab'], wants: [], images: null }], projectRoot);
  const problem = missing.get('lab') ?? ((await images?.built()) ? undefined : imagesMissing);
  if (problem) throw new Error(`no lab: ${problem.reason}; ${problem.enable}`);
  const child = spawn(
    path.join(projectRoot, 'test/lab/lab-run.sh'),
    [process.execPath, path.join(projectRoot, 'bench/processes/labBench.ts'), name],
    { cwd: projectRoot, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`the bench in the lab ended with exit code ${code}`);
  return JSON.parse(text) as Omit<BenchResult, 'bench'>;
}
