import { setTimeout as sleep } from 'node:timers/promises';
import { CommandRefused, UsageError } from './kernel/boot/commands.ts';
import type { Config } from './config.ts';
import { askControl, type ControlState } from './control.ts';

const LOOK_MS = 500;
/** How long calls may go on once load balancers have noticed. */
const PATIENCE_MS = 60_000;

/**
 * `fleetmend drain`: has load balancers send their calls elsewhere, waits until nothing is open, and says what still is.
 * Answers the exit code, 1 where something is. Throws a UsageError, a ConfigError where no manager runs.
 */
export async function drain(
  args: readonly string[],
  print: (line: string) => void,
  { dataDir }: Pick<Config, 'dataDir'>,
): Promise<number> {
  const [option] = args;
  if (args.length > 1 || (option !== undefined && option !== '--stop' && option !== '--undo'))
    throw new UsageError('drain takes --stop, --undo or no argument');
  if (option === '--undo') return undo(dataDir, print);
  await askControl(dataDir, 'drain');
  const what = openOf(await untilDrained(dataDir));
  print(what === '' ? 'drained: no connections are open' : `drained, but still open: ${what}`);
  if (option === '--stop') {
    await askControl(dataDir, 'stop');
    print('the manager is stopping');
    return 0;
  }
  print('the manager and its jobs keep running; "fleetmend drain --undo" puts it back into service');
  return what === '' ? 0 : 1;
}

async function undo(dataDir: string, print: (line: string) => void): Promise<number> {
  const { phase } = await askControl(dataDir, 'undo');
  if (phase !== 'serving') throw new CommandRefused('the manager is already stopping');
  print('back in service: the manager accepts requests again');
  return 0;
}

/** Until nothing is open any more, or patience is over. */
async function untilDrained(dataDir: string): Promise<ControlState> {
  let noticedMs: number | null = null;
  for (;;) {
    const state = await askControl(dataDir, 'state');
    if (state.phase !== 'draining') throw new CommandRefused('somebody else has undone the drain');
    if (state.noticeSecs === 0) {
      noticedMs ??= performance.now();
      if (state.connections === 0 || performance.now() - noticedMs > PATIENCE_MS) return state;
    }
    await sleep(LOOK_MS);
  }
}

function openOf({ calls, live, connections }: ControlState): string {
  const counts = {
    requests: calls,
    'live connections': live,
    'other connections': Math.max(0, connections - calls - live),
  };
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ');
}
