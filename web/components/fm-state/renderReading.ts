import { html, nothing } from 'lit';
import { isGoneSince, isUnreachable, type Reading } from '../../core/reading.ts';
import '../fm-time/fm-time.ts';
import { explain } from '../../core/errors.ts';
import { errorNotice, errorState } from './renderTask.ts';

export interface ReadingView<T> {
  /** What is being read, as it stands in a sentence: “the hosts”. */
  what: string;
  complete(value: T): unknown;
  /** Whether the value holds nothing; then `empty` is shown instead of `complete`. */
  isEmpty?(value: T): boolean;
  empty?(value: T): unknown;
}

/**
 * Shows a Resource or a PagedList in each of its states, everywhere alike: loading; a failed first read, with the
 * reason, what to do and a retry; a value; and an old value with its age, because the last read failed.
 */
export function renderReading<T>(reading: Reading<T>, view: ReadingView<T>): unknown {
  const { value, error } = reading;
  if (value === undefined && error !== null)
    return errorState(error, () => reading.retry(), {
      what: `Loading ${view.what} failed.`,
      isBusy: reading.isLoading,
    });
  if (value === undefined) return html`<fm-state kind="loading" heading="Loading ${view.what}"></fm-state>`;
  const content = view.isEmpty?.(value) && view.empty ? view.empty(value) : view.complete(value);
  return html`${staleNotice(reading)}${content}`;
}

/** A notice above old figures: their age, and why there are none newer (or never will be); nothing while they are current. */
export function staleNotice(reading: Reading<unknown>): unknown {
  const { error, staleSince } = reading;
  if (error === null || staleSince === null) return nothing;
  const at = staleSince.toISOString();
  const age = html`Data from <fm-time datetime=${at} mode="absolute"></fm-time>,
    <fm-time datetime=${at}></fm-time>.`;
  // Reading it again would not bring it back.
  if (isGoneSince(reading))
    return html`<div class="notice warn" role="alert">
      <div><strong>${explain(error).what}</strong> ${age}</div>
    </div>`;
  const retry = html`<button ?disabled=${reading.isLoading} @click=${() => reading.retry()}>
    ${reading.isLoading ? 'Trying again …' : 'Try again'}
  </button>`;
  // The shell already tells that the manager is gone, and this is read again by itself.
  if (isUnreachable(error))
    return html`<div class="row quiet small" role="status"><span>${age}</span>${retry}</div>`;
  return html`<div class="stack tight">
    ${errorNotice(error, age)}
    <div>${retry}</div>
  </div>`;
}
