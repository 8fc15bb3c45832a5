/** A real JobEnv for lab tests: state in a folder, detached processes, no job runner around it. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startDetached } from '../../process/detached.ts';
import { followDetached } from '../../process/follow.ts';
import { inspectStep, isRepeatable } from '../../process/step.ts';
import { asDiskError } from '../../files/atomic.ts';
import type { DetachedCommand, DetachedResult, JobEnv, Plan } from '../backend.ts';
import { JobCancelled } from '../backend.ts';

export interface TestEnvOptions {
  /** Kills this process with SIGKILL: `start:STEP` (just started), `status:STEP` (first status line), `saved:PHASE`. */
  dieAt?: string;
  cancelAtSafePoint?: boolean;
}

export interface TestEnv extends JobEnv {
  report(): {
    saved: Record<string, unknown>;
    logs: string[];
    progress: string[];
    plan: Plan | null;
    calls: string[];
  };
}

interface State {
  saved: Record<string, unknown>;
  steps: Record<string, { bootId: string; startedAt: string }>;
}

const readBootId = () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();

/** Opens (or resumes) the job whose state is in `dir`. */
export async function createTestEnv(dir: string, options: TestEnvOptions = {}): Promise<TestEnv> {
  const file = path.join(dir, 'state.json');
  const resumed = existsSync(file);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const state: State = resumed ? (JSON.parse(readFileSync(file, 'utf8')) as State) : { saved: {}, steps: {} };
  const store = () => {
    try {
      writeFileSync(`${file}.tmp`, JSON.stringify(state));
      renameSync(`${file}.tmp`, file);
    } catch (error) {
      throw asDiskError(error);
    }
  };
  store();
  const [logs, progress, calls]: string[][] = [[], [], []];
  let plan: Plan | null = null;
  const die = (at: string) => {
    if (options.dieAt && at.startsWith(options.dieAt)) process.kill(process.pid, 'SIGKILL');
  };

  /** Like the job runner: what was lost and may be repeated is started again under another name. */
  async function freshStep(step: string): Promise<string> {
    for (let attempt = 1; ; attempt += 1) {
      const name = attempt === 1 ? step : `${step}-${attempt}`;
      const known = state.steps[name];
      if (!known || !isRepeatable(step)) return name;
      const { state: now } = await inspectStep(dir, name);
      if ((now === 'ended' || now === 'running') && known.bootId === readBootId()) return name;
    }
  }

  async function runDetached(asked: string, command: DetachedCommand): Promise<DetachedResult> {
    const step = await freshStep(asked);
    calls?.push(`run:${step}`);
    const known = state.steps[step];
    const bootId = readBootId();
    if (!known) {
      state.steps[step] = { bootId, startedAt: new Date().toISOString() };
      store();
      const unitName = `fleetmend-test-${path.basename(dir)}-${step}`;
      await startDetached({ ...command, dir, step, unitName });
      while (!existsSync(path.join(dir, `${step}.claim`))) await new Promise((go) => setTimeout(go, 5));
      die(`start:${step}`);
    }
    return followDetached({
      dir,
      step,
      offsets: { out: 0, err: 0, status: 0 },
      sameBoot: (known?.bootId ?? bootId) === bootId,
      timeLimitMs: command.timeLimitMs,
      onTimeLimit: command.onTimeLimit,
      onLine: (stream, { text }) => {
        if (stream === 'status') {
          command.onStatus?.(text);
          return die(`status:${step}`);
        }
        const shown = command.logged ? command.logged(text) : text;
        if (shown !== null) logs?.push(shown);
      },
      signal: new AbortController().signal,
    });
  }

  return {
    jobId: path.basename(dir),
    dir,
    resumed,
    get saved() {
      return state.saved;
    },
    save: async (values) => {
      Object.assign(state.saved, JSON.parse(JSON.stringify(values)));
      store();
      const { phase } = (values['apt'] ?? values['rpm'] ?? {}) as { phase?: string };
      die(`saved:${phase}`);
    },
    log: (stream, text) => void logs?.push(`${stream}: ${text}`),
    progress: (percent, message) => void progress?.push(`${percent} ${message}`),
    safePoint: () => {
      calls?.push('safePoint');
      if (options.cancelAtSafePoint) throw new JobCancelled();
    },
    enterTransaction: async () => void calls?.push('enterTransaction'),
    setPlan: async (value) => {
      plan = value;
    },
    runDetached,
    report: () => ({
      saved: state.saved,
      logs: logs ?? [],
      progress: progress ?? [],
      plan,
      calls: calls ?? [],
    }),
  };
}
