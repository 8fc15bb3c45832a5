/** Why a run stands as it does, in words for people who were not there. */
export const SENTENCES = {
  PLANNING: 'Planning the changes of each host.',
  PLANNING_AGAIN: 'Some hosts changed after planning; they are planned again.',
  APPROVAL_WAITS: 'The plan is awaiting a second approval.',
  START_WAITS: 'Planned; waiting for the start.',
  JOB_AT_WORK: 'The job is running.',
  JOB_ENDED: 'The job has ended.',
  NOTHING_TO_DO: 'Nothing to do on any host.',
  SECURITY_PINNED:
    'Nothing was started, but hosts are missing security updates: their apt preferences suppress them.',
  SECURITY_UNKNOWN:
    'No known security updates; for some updates it is unknown, because their repositories do not say.',
  PLAN_RUN_BY_PERSON: 'The plan had already been run manually.',
  POLICY_DELETED: 'The policy was deleted.',
  SKIPPED_BY_PERSON: 'This run was skipped by a user.',
  POLICY_PAUSED: 'The policy was paused.',
  POLICY_CHANGED: 'The policy was changed, and no longer runs at this time.',
  RUN_OVERLAPS: 'The previous run had not finished; runs of one policy never overlap.',
  START_MISSED: 'No manager was running at the scheduled time.',
  NO_HOST: 'No hosts matched when the run started.',
  APPROVAL_DENIED: 'The plan was denied.',
  APPROVAL_WITHDRAWN: 'The approval request was withdrawn.',
  APPROVAL_EXPIRED: 'The approval request expired.',
  APPROVAL_LATE: 'The plan was not approved before the latest start.',
  PLAN_FAILED: 'No host could be planned.',
  JOB_REFUSED: 'The job was refused.',
} as const;

/** Reasons of jobs by which a host lacks security updates, or may lack some, though nothing was done. */
export const LACK_REASONS = ['SECURITY_PINNED', 'SECURITY_UNKNOWN'] as const;
export type LackReason = (typeof LACK_REASONS)[number];

export type RunReason = keyof typeof SENTENCES;

/** The sentence of a reason; a reason that a later release wrote may be unknown here. */
export const sentenceOf = (reason: string): string =>
  Object.hasOwn(SENTENCES, reason) ? SENTENCES[reason as RunReason] : 'Unknown reason.';

/** Such as: 12 hosts, one host. */
export const hostsText = (count: number): string => (count === 1 ? 'one host' : `${count} hosts`);

/** An instant for people, in UTC. */
export const timeText = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
