import { html, type TemplateResult } from 'lit';
import { errorState } from '../components/fm-state/renderTask.ts';
import { ApiError } from '../core/apiError.ts';

/** Stands for a page whose code takes long. */
export const slowPage = (title: string): TemplateResult =>
  html`<fm-state kind="loading" heading="Loading “${title}”"></fm-state>`;

/**
 * Says that a page's code could not be loaded. If the file is gone, the button reloads the page; otherwise it asks
 * again, by `again`.
 */
export function failedPage(error: unknown, again: () => void): TemplateResult {
  const retry = (): void => (isUnreachable(error) ? again() : location.reload());
  return errorState(error, retry, {
    isPage: true,
    retryLabel: isUnreachable(error) ? 'Try again' : 'Reload',
  });
}

/** Whether a page's code did not come because the manager does not answer. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'PAGE_UNREACHABLE';
