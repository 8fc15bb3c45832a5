import type { Behaviour } from '../../agent/simulator/behaviour.ts';
import type { WireJob, WireJobHost } from './fleet.ts';

/** How a job host must end. */
export interface Expected {
  state: string;
  /** Code of the error that it ends with; null: none. */
  code: string | null;
  attempts: number;
}

const attemptsUntilGivenUp = 4;
const completed: Expected = { state: 'completed', code: null, attempts: 1 };

/**
 * How a host with this behaviour must end in a patch job that restarts every host, once all waits are over and silent
 * hosts answer again.
 */
export function expectedOf({ power, lie, fail, reboot }: Behaviour): Expected {
  if (power === 'off') return { state: 'failed', code: 'HOST_UNREACHABLE', attempts: attemptsUntilGivenUp };
  if (lie === 'certificate') return { state: 'failed', code: 'CERTIFICATE_INVALID', attempts: 1 };
  if (fail && fail.times === Infinity) return { state: 'failed', code: fail.code, attempts: 1 };
  const attempts = fail ? fail.times + 1 : 1;
  if (reboot === 'refused') return { state: 'failed', code: 'UNSUPPORTED', attempts };
  if (reboot !== 'returns') return { state: 'timedout', code: 'REBOOT_TIMEOUT', attempts };
  return { ...completed, attempts };
}

/** What is wrong with the end of the job: one line for each host, and one if the counts differ from the hosts. */
export function wrongEnds(job: WireJob, expectedById: ReadonlyMap<string, Expected>): string[] {
  const lines = [...expectedById].flatMap(([id, expected]) => {
    const found = job.hosts.find(({ host_id }) => host_id === id);
    const [is, must] = [textOf(found), `${expected.state} ${expected.code} ${expected.attempts}`];
    return is === must ? [] : [`${found?.fqdn ?? id}: ${is} instead of ${must}`];
  });
  const counts = countsOf([...expectedById.values()]);
  const told = Object.fromEntries(Object.entries(job.counts).filter(([, count]) => count > 0));
  const isSame = Object.keys({ ...counts, ...told }).every((state) => counts[state] === told[state]);
  return isSame ? lines : [...lines, `counts: ${JSON.stringify(told)} instead of ${JSON.stringify(counts)}`];
}

function textOf(found: WireJobHost | undefined): string {
  return found ? `${found.state} ${found.error?.code ?? null} ${found.attempt}` : 'not in the job';
}

export function countsOf(expected: readonly { state: string }[]): Record<string, number> {
  const groups = Object.groupBy(expected, ({ state }) => state);
  return Object.fromEntries(Object.entries(groups).map(([state, of = []]) => [state, of.length]));
}
