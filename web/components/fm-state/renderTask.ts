import { TaskStatus, type Task } from '@lit/task';
import { html, nothing, type TemplateResult } from 'lit';
import { ApiError } from '../../core/apiError.ts';
import { explain } from '../../core/errors.ts';
import './fm-state.ts';

export interface TaskView<T> {
  /** What is being loaded: “Hosts”. */
  what: string;
  complete(value: T): unknown;
  /** When the value holds nothing, and what to show then; else `complete` gets it. */
  isEmpty?(value: T): boolean;
  empty?(value: T): unknown;
}

/**
 * Shows a Task in each of its states. While it runs again, what it brought before stays on the screen: nothing
 * jumps when a page refreshes itself.
 */
export function renderTask<T>(task: Task<readonly unknown[], T>, view: TaskView<T>): unknown {
  if (task.status === TaskStatus.ERROR) return errorState(task.error, () => void task.run());
  const value = task.value;
  if (value === undefined) return html`<fm-state kind="loading" heading="Loading ${view.what}"></fm-state>`;
  return view.isEmpty?.(value) && view.empty ? view.empty(value) : view.complete(value);
}

/** The state for something that was thrown; `retry` adds “Try again”; `isPage`: nothing else is on the page. */
export function errorState(error: unknown, retry?: () => void, isPage = false): TemplateResult {
  const { what, next, detail, reference } = explain(error);
  const isForbidden = error instanceof ApiError && error.status === 403;
  return html`<fm-state kind=${isForbidden ? 'forbidden' : 'error'} heading=${what} ?page=${isPage}>
    ${next} ${detail === null ? nothing : html`<br />${detail}`}
    ${reference === null ? nothing : html`<br />Request <code>${reference}</code>`}
    ${retry && !isForbidden ? html`<button slot="actions" @click=${retry}>Try again</button>` : nothing}
  </fm-state>`;
}

/** The notice for an action that failed, beside what was acted on. */
export function errorNotice(error: unknown): unknown {
  if (error === null || error === undefined) return nothing;
  const { what, next, detail, reference } = explain(error);
  return html`<div class="notice bad" role="alert">
    <div>
      <strong>${what}</strong> ${next} ${detail === null ? nothing : html`<br />${detail}`}
      ${reference === null ? nothing : html`<br />Request <code>${reference}</code>`}
    </div>
  </div>`;
}
