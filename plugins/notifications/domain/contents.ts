import type { HostStanding, JobHostState, JobOperation, JobState } from '#sdk/patching.ts';
import type { ReportContent } from '../api.ts';
import type { Expiry } from '../../certificates/api.ts';

/** What people and programs can be told of. */
export const FACTS = [
  'job.paused',
  'job.failed',
  'job.completed',
  'window.upcoming',
  'certificate.expiring',
  'backup.failed',
] as const;
export type Fact = (typeof FACTS)[number];

/** A host on which the work was not done. */
export interface TroubledHost {
  hostId: string;
  fqdn: string;
  state: JobHostState;
  /** Null: nobody said why. */
  code: string | null;
  message: string;
}

export interface JobContent {
  fact: 'job.paused' | 'job.failed' | 'job.completed';
  job: {
    id: string;
    seq: number;
    name: string | null;
    operation: JobOperation;
    state: JobState;
    /** Why it is in that state; null where there is nothing to say. */
    reason: string | null;
    createdByName: string;
  };
  /** Of the hosts that the recipient is told of: a rule for groups gives only theirs. */
  hostsTotal: number;
  hostsCompleted: number;
  hostsTroubled: number;
  /** The first troubled hosts, at most {@link MOST_HOSTS}. */
  troubled: TroubledHost[];
  /** Names of the groups that the message is limited to; empty: it is about all hosts. */
  groups: string[];
}

export interface UpcomingWindow {
  id: string;
  name: string;
  timezone: string;
}

export interface WindowContent {
  fact: 'window.upcoming';
  startsAt: string;
  endsAt: string;
  lead: Lead;
  /** The minutes from the writing of this message to the start of the windows. */
  inMinutes: number;
  windows: UpcomingWindow[];
  windowsTotal: number;
  hostsTotal: number;
  /** At most {@link MOST_HOSTS}. */
  hosts: { hostId: string; fqdn: string }[];
  jobs: { id: string; name: string | null; operation: JobOperation; hostsTotal: number }[];
  jobsTotal: number;
  groups: string[];
}

/** Things that end soon, and that a person must see to. */
export interface ExpiryContent {
  fact: 'certificate.expiring';
  /** At most {@link MOST_HOSTS}, the most urgent first. */
  items: (Pick<Expiry, 'kind' | 'name' | 'hostId' | 'daysLeft' | 'todo'> & {
    endsAt: string;
    hasEnded: boolean;
  })[];
  total: number;
  groups: string[];
}

/** An API token has given itself another secret; told to the person who made it. */
export interface TokenContent {
  fact: 'api_token.rotated';
  token: string;
  owner: string;
  isOwn: boolean;
  address: string;
  at: string;
  previousUntil: string;
}

/** A backup of the manager could not be made. */
export interface BackupContent {
  fact: 'backup.failed';
  at: string;
  /** Why, in the words of whoever refused it. */
  message: string;
  directory: string;
  /** When the last one was made that the manager knows of; null: none. */
  lastMadeAt: string | null;
}

export type Content =
  | BackupContent
  | JobContent
  | WindowContent
  | ExpiryContent
  | ReportContent
  | TokenContent;
/** The facts of rules, and those that go to recipients whom somebody named. */
export type DeliveredFact = Content['fact'];
export type Lead = '24h' | '1h';

/** The most hosts, and the most windows and jobs, that a message names; the rest is counted. */
export const MOST_HOSTS = 20;
export const MOST_NAMED = 10;

const FAILED: readonly JobHostState[] = ['failed', 'timedout', 'rolled_back', 'rollback_failed'];
/** Reasons for which people wanted the host to be left out. */
const MEANT: readonly (string | null)[] = [
  null,
  'JOB_ENDED',
  'MAINTENANCE_MODE',
  'HOST_REMOVED',
  'NOTHING_TO_DO',
];

/** Whether somebody must look at it: the work failed, or was never done although it was wanted. */
export const isTroubled = ({ state, reason }: Pick<HostStanding, 'state' | 'reason'>): boolean =>
  FAILED.includes(state) || (state === 'skipped' && !MEANT.includes(reason));

/** The fact that an end or a pause of a job is for somebody who sees these hosts of it. */
export function factOf(happened: 'ended' | 'paused', hosts: readonly HostStanding[]): JobContent['fact'] {
  if (happened === 'paused') return 'job.paused';
  return hosts.some(isTroubled) ? 'job.failed' : 'job.completed';
}
