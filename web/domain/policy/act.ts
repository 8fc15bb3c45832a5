import { confirmAction } from '../../components/fm-confirm/fm-confirm.ts';
import { api, must } from '../../core/api.ts';
import { features } from '../../core/features.ts';
import { may } from '../../core/permissions.ts';
import { safeName } from '../../core/safeText.ts';
import { session } from '../../core/session.ts';
import { startOnce } from '../../core/edits.ts';
import { absoluteTime } from '../../core/time.ts';
import { factsOf, offersOf, preparedStart, startToSkip, type Act, type Offer } from './offers.ts';
import { deletePolicy, type Policy } from './read.ts';

/** What the reader can do with the policy now; what their role never allows will be skipped. */
export function offersFor(policy: Policy): Offer[] {
  const { user } = session;
  const rights = {
    mayEdit: may(user, 'policies:edit'),
    mayRun: may(user, 'jobs:run') && features.serves('runPolicy'),
  };
  return offersOf(factsOf(policy, rights, new Date())).filter(({ whyNot }) => whyNot !== 'no-right');
}

/**
 * Does the act, after a question where there is something to lose. Resolves with what was done, as a sentence; null:
 * the reader cancelled.
 */
export function actOn(policy: Policy, act: Exclude<Act, 'edit'>): Promise<string | null> {
  return WORK[act](policy);
}

const WORK: Readonly<Record<Exclude<Act, 'edit'>, (policy: Policy) => Promise<string | null>>> = {
  run: runNow,
  skip: skipNext,
  unskip: async (policy) => {
    await must(api.DELETE('/api/v1/policies/{policy_id}/skip-next', call(policy)));
    return `The next run of ${nameOf(policy)} is no longer skipped.`;
  },
  pause,
  resume: async (policy) => {
    await must(api.POST('/api/v1/policies/{policy_id}/resume', call(policy)));
    return `${nameOf(policy)} resumes with its next run.`;
  },
  delete: remove,
};

async function runNow(policy: Policy): Promise<string | null> {
  const isSure = await confirmAction({
    title: `Run ${nameOf(policy)} now?`,
    text: 'The hosts are planned now and each plan runs, inside maintenance windows if the policy requires them. The next scheduled run is not affected.',
    action: 'Run now',
    tone: 'primary',
  });
  if (!isSure) return null;
  const { params } = call(policy);
  await startOnce(['/run', policy.id], (header) =>
    must(api.POST('/api/v1/policies/{policy_id}/run', { params: { ...params, header } })),
  );
  return `${nameOf(policy)} is being planned now.`;
}

async function skipNext(policy: Policy): Promise<string | null> {
  const now = new Date();
  const startsAt = startToSkip(policy, now);
  if (startsAt === null) return null;
  // Skipping a start that is not prepared yet can be undone by one click, so there is no question.
  const isSure = preparedStart(policy, now) === null || (await confirmPrepared(policy, startsAt));
  if (!isSure) return null;
  const body = { starts_at: startsAt };
  await must(api.POST('/api/v1/policies/{policy_id}/skip-next', { ...call(policy), body }));
  return `The run of ${nameOf(policy)} on ${absoluteTime(new Date(startsAt))} will be skipped.`;
}

const confirmPrepared = (policy: Policy, startsAt: string): Promise<boolean> =>
  confirmAction({
    title: `Skip the run of ${nameOf(policy)} on ${absoluteTime(new Date(startsAt))}?`,
    text: 'The run is already planned. Its plan is discarded, which cannot be undone.',
    action: 'Skip run',
    dismiss: 'Keep run',
  });

async function pause(policy: Policy): Promise<string | null> {
  const isSure = await confirmAction({
    title: `Pause ${nameOf(policy)}?`,
    text: 'All runs are skipped until you resume the policy; missed runs are not caught up. A running job continues.',
    action: 'Pause',
    tone: 'primary',
  });
  if (!isSure) return null;
  await must(api.POST('/api/v1/policies/{policy_id}/pause', call(policy)));
  return `${nameOf(policy)} is paused.`;
}

async function remove(policy: Policy): Promise<string | null> {
  const isSure = await confirmAction({
    title: `Delete the policy ${nameOf(policy)}?`,
    text: 'This policy no longer patches its hosts, and its run history is deleted. A running job continues. This cannot be undone.',
    action: 'Delete',
  });
  if (!isSure) return null;
  await deletePolicy(policy);
  return `The policy ${nameOf(policy)} is deleted.`;
}

const nameOf = ({ name }: Policy): string => safeName(name);

const call = ({ id }: Policy) => ({ params: { path: { policy_id: id } } });
