import { TaskStatus, type Task } from '@lit/task';
import { html, nothing, type TemplateResult } from 'lit';
import { ApiError } from '../../core/apiError.ts';
import { explain } from '../../core/errors.ts';
import './fm-state.ts';

export interface TaskView<T> {
  /** What is being loaded, as it stands in a sentence: “the hosts”. */
  what: string;
  complete(value: T): unknown;
  /** Whether the value holds nothing; then `empty` is shown instead of `complete`. */
  isEmpty?(value: T): boolean;
  empty?(value: T): unknown;
}

/**
 * Shows a Task in each of its states. While it runs again, its previous value stays on the screen: nothing jumps when a
 * page refreshes itself.
 */
export function renderTask<T>(task: Task<readonly unknown[], T>, view: TaskView<T>): unknown {
  if (task.status === TaskStatus.ERROR)
    return errorState(task.error, () => void task.run(), { what: `Loading ${view.what} failed.` });
  const value = task.value;
  if (value === undefined) return html`<fm-state kind="loading" heading="Loading ${view.what}"></fm-state>`;
  return view.isEmpty?.(value) && view.empty ? view.empty(value) : view.complete(value);
}

export interface ErrorView {
  /** What failed, in a sentence; without it the error itself is the heading. */
  what?: string;
  /** Nothing else is on the page, so the heading is the page's. */
  isPage?: boolean;
  /** The retry is under way. */
  isBusy?: boolean;
  /** The button's label, instead of “Try again”. */
  retryLabel?: string;
}

/** Shows an error that was thrown; `retry` adds “Try again”. */
export function errorState(error: unknown, retry?: () => void, view: ErrorView = {}): TemplateResult {
  const { what, next, detail, reference } = explain(error);
  const isForbidden = error instanceof ApiError && error.status === 403;
  const kind = isForbidden ? 'forbidden' : 'error';
  const isNamed = view.what !== undefined && !isForbidden;
  const label = view.isBusy ? 'Trying again …' : (view.retryLabel ?? 'Try again');
  return html`<fm-state kind=${kind} heading=${isNamed ? view.what : what} ?page=${view.isPage ?? false}>
    ${isNamed ? what : nothing} ${next} ${detail === null ? nothing : html`<br />${detail}`}
    ${reference === null ? nothing : html`<br />Request <code>${reference}</code>`}
    ${
      retry && !isForbidden
        ? html`<button slot="actions" ?disabled=${view.isBusy ?? false} @click=${retry}>${label}</button>`
        : nothing
    }
  </fm-state>`;
}

/** A notice about an error, beside what was acted on or what is still shown; `more` stands below it. */
export function errorNotice(error: unknown, more: unknown = nothing): unknown {
  if (error === null || error === undefined) return nothing;
  const { what, next, detail, reference } = explain(error);
  return html`<div class="notice bad" role="alert">
    <div>
      <strong>${what}</strong> ${next} ${detail === null ? nothing : html`<br />${detail}`}
      ${reference === null ? nothing : html`<br />Request <code>${reference}</code>`}
      ${more === nothing ? nothing : html`<br />${more}`}
    </div>
  </div>`;
}
