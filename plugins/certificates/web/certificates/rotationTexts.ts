import type { Tone } from '#web/components/fm-badge/status.ts';
import type { Schemas } from '#web/core/schema.ts';

export type Rotation = Schemas['Rotation'];
export type Root = Schemas['RootCertificate'];
export type RotationHost = Schemas['RotationHost'];

const hosts = (count: number): string => (count === 1 ? '1 host' : `${count} hosts`);

/** What the page says of roots, and of the change from one to the next. */
export const rotationTexts = {
  title: 'Root certificates',
  what: 'Everything that the authority signs goes back to a root. It can be replaced while all hosts stay reachable: the new root is added first, each host is moved to it, and the old one is taken out last.',
  earlier: 'Roots from before',
  begin: 'Replace the root',
  beginTitle: 'Replace the root certificate?',
  beginWhat:
    'A new root is made, and every host gets a new certificate by itself, eight at a time. Nothing is taken away until you finish, and you can go back until then.',
  beginAct: 'Begin',
  progress: 'Hosts moved',
  moved: ({ done, total }: Rotation['hosts']): string => `${done} of ${hosts(total)} moved to the new root.`,
  returned: ({ done, total }: Rotation['hosts']): string =>
    `${done} of ${hosts(total)} on the old root. When all are, the new root is taken out by itself.`,
  away: (count: number): string =>
    `${hosts(count)} ${count === 1 ? 'does' : 'do'} not answer. Nothing is lost: both roots count, and what comes back is moved then. Delete hosts that will not come back.`,
  failing: (count: number): string =>
    `${hosts(count)} could not be moved yet. They are reachable as before, and tried again within two minutes; the list says why.`,
  held: 'Held: no further host is moved. All are reachable as they are.',
  allDone: 'All hosts are moved. The old root can be taken out.',
  finishing: 'The old root is being taken out. This takes half a minute.',
  hold: 'Hold',
  go: 'Continue',
  back: 'Go back',
  finish: 'Finish',
  means: {
    hold: 'Moves no further host. Those that are moved stay so, and all are reachable.',
    go: 'Goes on with the hosts that are left.',
    back: 'Moves hosts to the old root again, and takes the new one out after the last.',
    finish: 'Takes the old root out. Install lines and enrollment tokens from before are of no use then.',
  },
  backTitle: 'Go back to the old root?',
  backWhat:
    'Hosts that were moved get a certificate under the old root again, by themselves. Afterwards the new root is of no use to anybody.',
  finishTitle: 'Take the old root out?',
  finishWhat:
    'Half a minute from now neither this manager nor its hosts trust what it has signed. This cannot be undone. Make install lines and enrollment tokens that are in use anew.',
  begun: (by: string): string => `Begun by ${by}`,
  ended: {
    finished: 'The root was replaced',
    gone_back: 'The last replacement was taken back',
  },
  behind: {
    title: 'How a host that was left behind comes back',
    what: 'Where the old root has signed the new one, the agent asks for a new certificate by itself once its own is due for renewal. To have the host back sooner, and where the old root may sign no other (pathlen:0), enroll it again:',
    stopFirst:
      'Stop the agent on the host first, for only one process may use its data, and start it again afterwards.',
    steps: [
      'Run the line below on the host, as root. A token does not do: the host is known already, so a person must decide.',
      'Approve its request under Enrollments. It is marked as the machine of a live host: replace that host, which keeps its history and revokes its old certificates.',
    ],
  },
  hostsTitle: 'Hosts of the replacement',
  show: 'Show',
  lists: {
    left: 'Hosts that are left',
    failing: 'Hosts that failed',
    done: 'Hosts that are moved',
    all: 'All hosts',
  },
  noHost: 'None.',
  without: (count: number) => ({
    override: `Finish without ${hosts(count)}`,
    title: `Finish without ${hosts(count)}?`,
    what: 'They still depend on the root that is taken out: this manager will not trust them any more, and they may have to be enrolled again; this page then shows the line for it. The audit log keeps your reason.',
    tooShort: 'Say it in at least ten characters.',
    act: 'Finish without them',
  }),
} as const;

export const ROOT_STATES: Readonly<Record<Root['state'], readonly [Tone, string]>> = {
  in_use: ['ok', 'In use'],
  coming: ['info', 'New'],
  leaving: ['neutral', 'To be taken out'],
  retired: ['neutral', 'Taken out'],
};

export const HOST_STATES: Readonly<Record<RotationHost['state'], readonly [Tone, string]>> = {
  waiting: ['neutral', 'Waits'],
  trusting: ['busy', 'Knows both roots'],
  done: ['ok', 'Moved'],
};
