import { html, nothing, type TemplateResult } from 'lit';
import '../../components/fm-time/fm-time.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { jobTitle } from '../../domain/job/text.ts';
import { texts } from './texts.ts';

type Job = Schemas['Job'];
type Outlook = Schemas['HostOutlook'];

/** What patches a host next. */
export interface NextWork {
  name: string;
  href: string;
  /** Null: it waits for the window already. */
  startsAt: string | null;
  /** The window in which it begins, or that it waits for; null: it begins at its start. */
  window: { startsAt: string; endsAt: string } | 'later' | null;
}

/**
 * The policy run or the scheduled job that comes to the host first; null: none is known. A job that waits for a window
 * comes before all that starts later. `jobs`: the newest of the host. `outlook`: null where the reader may not see it.
 */
export function nextWorkOf(outlook: Outlook | null, jobs: readonly Job[]): NextWork | null {
  const waiting = jobs.find(
    ({ host_state: state, dry_run: isPlan }) => state === 'waiting_window' && !isPlan,
  );
  const window = windowOf(outlook);
  if (waiting) return { ...nameOf(waiting), startsAt: null, window };
  const runs = (outlook?.policies ?? []).filter(
    ({ state, skips_next: isSkipped, next_start_at: at }) => state !== 'paused' && !isSkipped && at !== null,
  );
  const found = [
    ...runs.map((policy) => ({
      name: safeName(policy.name),
      href: `/policies/${policy.id}`,
      startsAt: policy.next_start_at,
      window: policy.respect_windows ? metBy(policy, window) : null,
    })),
    ...jobs
      .filter(({ state, dry_run: isPlan }) => state === 'scheduled' && !isPlan)
      .map((job) => ({ ...nameOf(job), startsAt: job.schedule_at, window: null })),
  ];
  return found.sort((a, b) => (a.startsAt ?? '').localeCompare(b.startsAt ?? ''))[0] ?? null;
}

const nameOf = (job: Job): Pick<NextWork, 'name' | 'href'> => ({
  name: jobTitle(job),
  href: `/jobs/${job.id}`,
});

function windowOf(outlook: Outlook | null): Exclude<NextWork['window'], 'later'> {
  const { next_window_start_at: startsAt, next_window_end_at: endsAt } = outlook ?? {};
  return startsAt && endsAt ? { startsAt, endsAt } : null;
}

/** Which windows come after the next one is not known here. */
function metBy(
  { next_start_at: at, waits_for_window: waits }: Outlook['policies'][number],
  window: ReturnType<typeof windowOf>,
): NextWork['window'] {
  if (!waits || window === null) return window;
  return at !== null && window.startsAt >= at ? window : 'later';
}

/** “Patch Tuesday, 8 Dec 2026, 22:00 CET, in the window from … to …”. */
export function nextWorkView(work: NextWork | null): TemplateResult {
  if (work === null) return html`${texts.noNextWork}`;
  const { name, href, startsAt, window } = work;
  return html`<a href=${href}>${name}</a>${
      startsAt === null ? nothing : html`, <fm-time .datetime=${startsAt} mode="absolute"></fm-time>`
    }${windowText(window)}`;
}

function windowText(window: NextWork['window']): unknown {
  if (window === null) return nothing;
  if (window === 'later') return texts.laterWindow;
  return html`${texts.inWindow} <fm-time .datetime=${window.startsAt} mode="absolute"></fm-time> ${texts.to}
    <fm-time .datetime=${window.endsAt} mode="absolute"></fm-time>`;
}
