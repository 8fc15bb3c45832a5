import { html, nothing } from 'lit';
import { isUnreachable, type Reading } from '../../core/reading.ts';
import '../fm-time/fm-time.ts';
import { errorNotice, errorState } from './renderTask.ts';

export interface ReadingView<T> {
  /** What is being read, as it stands in a sentence: “the hosts”. */
  what: string;
  complete(value: T): unknown;
  /** When the value holds nothing, and what to show then; else `complete` gets it. */
  isEmpty?(value: T): boolean;
  empty?(value: T): unknown;
}

/**
 * Shows a Resource or a PagedList in each of its states, everywhere alike: loading; a first failure with what failed,
 * what to do and a retry; a value; and a value that is old because the last read failed, with its age.
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

/** Of when the figures are and why, above them; nothing while they are as new as can be. */
export function staleNotice(reading: Reading<unknown>): unknown {
  const { error, staleSince } = reading;
  if (error === null || staleSince === null) return nothing;
  const at = staleSince.toISOString();
  const age = html`What you see is of <fm-time datetime=${at} mode="absolute"></fm-time>,
    <fm-time datetime=${at}></fm-time>.`;
  const retry = html`<button ?disabled=${reading.isLoading} @click=${() => reading.retry()}>
    ${reading.isLoading ? 'Trying again …' : 'Try again'}
  </button>`;
  // That the manager is gone is told by the shell, and this is read again by itself.
  if (isUnreachable(error))
    return html`<div class="row quiet small" role="status"><span>${age}</span>${retry}</div>`;
  return html`<div class="stack tight">
    ${errorNotice(error, age)}
    <div>${retry}</div>
  </div>`;
}
