import { html, nothing, type TemplateResult } from 'lit';
import { plural } from '#web/core/format.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { icon } from '#web/icons/icons.ts';
import { zonedText } from '#web/domain/recurrence/texts.ts';
import type { Kind } from './draft.ts';

export type OutlookOpening = Schemas['WindowOutlookOpening'];
type Run = Schemas['PlannedRun'];

/** The next openings of a window or a freeze with what begins in them, as the manager says. */
export interface Outlook {
  openings: readonly OutlookOpening[];
  /** The manager did not look at everything. */
  is_cut: boolean;
}

/**
 * What is wrong about the next openings, as sentences: no run begins in any of them, a freeze meets one. Of a freeze:
 * the runs that it delays. Nothing where all is well. Times are of `timezone`, as those of the window beside them.
 */
export function conflictNotes(
  { kind, timezone }: { kind: Kind; timezone: string },
  { openings, is_cut: isCut }: Outlook,
): unknown {
  const notes =
    kind === 'freeze'
      ? openings.flatMap((one) => delays(one, timezone))
      : windowNotes(openings, { isCut, timezone });
  if (notes.length === 0) return nothing;
  return html`<div class="notice warn" role="status">
    ${icon('warning')}
    <ul class="notes" aria-label="Conflicts">
      ${notes.map((note) => html`<li>${note}</li>`)}
    </ul>
  </div>`;
}

function windowNotes(
  openings: readonly OutlookOpening[],
  { isCut, timezone }: { isCut: boolean; timezone: string },
): TemplateResult[] {
  const isIdle = openings.length > 0 && !isCut && openings.every(({ runs_total: total }) => total === 0);
  const idle =
    openings.length === 1
      ? html`No policy run or scheduled job starts in the next opening.`
      : html`No policy run or scheduled job starts in the next ${plural(openings.length, 'opening')}.`;
  return [...(isIdle ? [idle] : []), ...openings.flatMap((one) => freezes(one, timezone))];
}

const freezes = ({ starts_at: at, freezes: met }: OutlookOpening, timezone: string): TemplateResult[] =>
  met.map(
    ({ id, name, covers }) =>
      html`The freeze <a href="/calendar?edit=${id}">${safeName(name)}</a> covers
        ${covers === 'whole' ? 'the whole opening' : 'part of the opening'} on ${zonedText(at, timezone)}.`,
  );

/** A run may start later than the freeze ends: its hosts still wait for their windows, which the outlook does not know. */
function delays(
  { runs, runs_total: total, ends_at: ends }: OutlookOpening,
  timezone: string,
): TemplateResult[] {
  const more = total - runs.length;
  const rest = more > 0 ? [html`And ${plural(more, 'more run', 'more runs')}.`] : [];
  const told = runs.map(
    (run) =>
      html`${runLink(run)} on ${zonedText(run.starts_at, timezone)} does not start before the freeze ends on
      ${zonedText(ends, timezone)}.`,
  );
  return [...told, ...rest];
}

/** The runs that begin in an opening, with links: “Policy Web servers and Job kernel”. */
export function runsIn({ runs, runs_total: total }: OutlookOpening): unknown {
  if (total === 0) return html`<span class="quiet">no run</span>`;
  const more = total - runs.length;
  return html`${runs.map((run, index) => html`${index > 0 ? ', ' : nothing}${runLink(run)}`)}${
    more > 0 ? ` and ${plural(more, 'more', 'more')}` : nothing
  }`;
}

const runLink = ({ kind, id, name }: Run): TemplateResult =>
  kind === 'policy'
    ? html`<a href="/policies/${id}">Policy ${safeName(name ?? '')}</a>`
    : html`<a href="/jobs/${id}">Job ${name === null ? id.slice(-8) : safeName(name)}</a>`;
