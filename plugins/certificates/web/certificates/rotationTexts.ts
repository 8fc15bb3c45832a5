import type { Tone } from '#web/components/fm-badge/status.ts';
import type { Schemas } from '#web/core/schema.ts';

export type Rotation = Schemas['Rotation'];
export type Root = Schemas['RootCertificate'];
export type RotationHost = Schemas['RotationHost'];

const hosts = (count: number): string => (count === 1 ? '1 host' : `${count} hosts`);

/** What the page says of roots, and of the change from one to the next. */
export const rotationTexts = {
  title: 'Root certificates',
  what: 'All certificates chain to a root. You can replace it while all hosts stay reachable: the new root is added first, each host is moved to it, and the old root is retired last.',
  earlier: 'Previous roots',
  begin: 'Replace root',
  beginTitle: 'Replace root certificate?',
  beginWhat:
    'A new root is created, and every host gets a new certificate automatically, eight at a time. The old root stays trusted until you finish, and you can roll back until then.',
  beginAct: 'Start',
  progress: 'Hosts moved',
  moved: ({ done, total }: Rotation['hosts']): string => `${done} of ${hosts(total)} moved to the new root.`,
  returned: ({ done, total }: Rotation['hosts']): string =>
    `${done} of ${hosts(total)} on the old root. When all are, the new root is retired automatically.`,
  away: (count: number): string =>
    `${hosts(count)} ${count === 1 ? 'does' : 'do'} not answer. Both roots stay trusted, so they are moved when they come back. Delete hosts that will not come back.`,
  failing: (count: number): string =>
    `${hosts(count)} could not be moved yet. They stay reachable and are retried within two minutes; see the list for errors.`,
  held: 'Paused: no more hosts are moved. All stay reachable.',
  allDone: 'All hosts are moved. The old root can be retired.',
  finishing: 'Retiring the old root. This takes half a minute.',
  hold: 'Pause',
  go: 'Continue',
  back: 'Roll back',
  finish: 'Finish',
  means: {
    hold: 'Moves no more hosts. Moved hosts stay moved, and all stay reachable.',
    go: 'Continues with the remaining hosts.',
    back: 'Moves hosts back to the old root, and retires the new root after the last.',
    finish: 'Retires the old root. Earlier install commands and enrollment tokens stop working.',
  },
  backTitle: 'Roll back to the old root?',
  backWhat:
    'Moved hosts get a certificate under the old root again, automatically. Afterwards the new root is no longer trusted.',
  finishTitle: 'Retire the old root?',
  finishWhat:
    'Within half a minute the manager and its hosts no longer trust certificates under the old root. This cannot be undone. Create new install commands and enrollment tokens afterwards.',
  begun: (by: string): string => `Started by ${by}`,
  ended: {
    finished: 'Root replaced',
    gone_back: 'Last replacement rolled back',
  },
  behind: {
    title: 'Recovery of dropped hosts',
    what: 'If the old root has signed the new one, the agent requests a new certificate automatically when its own is due for renewal. To recover the host sooner, or if the old root cannot sign another (pathlen:0), enroll it again:',
    stopFirst:
      'Stop the agent on the host first (only one process may use its data), and start it again afterwards.',
    steps: [
      'Run the command below on the host, as root. A token is not accepted: the host is known already, so a person must decide.',
      'Approve the request under Enrollments. It is marked as the machine of an existing host: replace that host, which keeps its history and revokes its old certificates.',
    ],
  },
  hostsTitle: 'Hosts',
  show: 'Show',
  lists: {
    left: 'Remaining hosts',
    failing: 'Failed hosts',
    done: 'Moved hosts',
    all: 'All hosts',
  },
  noHost: 'None.',
  without: (count: number) => ({
    override: `Finish and drop ${hosts(count)}`,
    title: `Finish and drop ${hosts(count)}?`,
    what: 'These hosts still depend on the retiring root: the manager no longer trusts them, and they may have to be enrolled again; this page then shows the command. The audit log records your reason.',
    tooShort: 'Enter a reason of at least 10 characters.',
    act: 'Finish and drop hosts',
  }),
} as const;

export const ROOT_STATES: Readonly<Record<Root['state'], readonly [Tone, string]>> = {
  in_use: ['ok', 'Active'],
  coming: ['info', 'New'],
  leaving: ['neutral', 'Retiring'],
  retired: ['neutral', 'Retired'],
};

export const HOST_STATES: Readonly<Record<RotationHost['state'], readonly [Tone, string]>> = {
  waiting: ['neutral', 'Waiting'],
  trusting: ['busy', 'Trusts both roots'],
  done: ['ok', 'Moved'],
};
