/** Why a run stands as it does, in words for people who were not there. */
export const SENTENCES = {
  PLANNING: 'Its plan is being made: what each host would change.',
  PLANNING_AGAIN:
    'On some hosts the plan had changed before they were reached; those are planned once again.',
  APPROVAL_WAITS: 'Its plan waits for the approval of a second person.',
  START_WAITS: 'Its plan is made and waits for the start.',
  JOB_AT_WORK: 'Its job is at work.',
  JOB_ENDED: 'Its job has ended.',
  NOTHING_TO_DO: 'No host had anything to do.',
  SECURITY_PINNED: 'Nothing was begun, but hosts lack security updates: their own preferences suppress them.',
  SECURITY_UNKNOWN:
    'No update is known to be for security, but of some nobody can tell: their sources do not say.',
  PLAN_RUN_BY_PERSON: 'Somebody had already run its plan by hand.',
  POLICY_DELETED: 'The policy was deleted.',
  SKIPPED_BY_PERSON: 'Somebody left this start out.',
  POLICY_PAUSED: 'The policy was paused.',
  POLICY_CHANGED: 'The policy was changed, and has no start at this time any more.',
  RUN_OVERLAPS: 'The run before had not ended; two runs of one policy never overlap.',
  START_MISSED: 'No manager was running at its start.',
  NO_HOST: 'The target held no host when the run started.',
  APPROVAL_DENIED: 'A second person denied the plan.',
  APPROVAL_WITHDRAWN: 'The request for approval was withdrawn.',
  APPROVAL_EXPIRED: 'The request for approval expired.',
  APPROVAL_LATE: 'Nobody had approved the plan by the latest time at which the policy lets a run begin.',
  PLAN_FAILED: 'No host could be planned.',
  JOB_REFUSED: 'The job was refused.',
} as const;

/** Reasons of jobs by which a host lacks security updates, or may lack some, though nothing was done. */
export const LACK_REASONS = ['SECURITY_PINNED', 'SECURITY_UNKNOWN'] as const;
export type LackReason = (typeof LACK_REASONS)[number];

export type RunReason = keyof typeof SENTENCES;

/** The sentence of a reason; a reason that a later release wrote may be unknown here. */
export const sentenceOf = (reason: string): string =>
  Object.hasOwn(SENTENCES, reason) ? SENTENCES[reason as RunReason] : 'The reason is not known.';

/** Such as: 12 hosts, one host. */
export const hostsText = (count: number): string => (count === 1 ? 'one host' : `${count} hosts`);

/** An instant for people, in UTC. */
export const timeText = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
