import { css, html, nothing, type TemplateResult } from 'lit';
import '../../components/fm-progress/fm-progress.ts';
import type { ProgressPart } from '../../components/fm-progress/fm-progress.ts';
import { define, FmElement } from '../../core/element.ts';
import { explain } from '../../core/errors.ts';
import { countText, plural } from '../../core/format.ts';
import { icon } from '../../icons/icons.ts';
import { safeLine } from '../../core/safeText.ts';
import type { BulkFailure, BulkRun } from '../../domain/host/bulkRun.ts';
import { bulkWords, hostBulk } from '../../domain/host/bulk.ts';

const FAILURES_SHOWN = 50;
const NAMES_SHOWN = 5;
const LONGEST_DETAIL = 500;

const styles = css`
  /* Without a run there is nothing, not even a gap. */
  :host {
    display: contents;
  }

  .card {
    display: grid;
    gap: var(--fm-space-3);
  }

  h2 {
    margin: 0;
  }

  .card > h2 + *,
  .card > * {
    margin-top: 0;
  }

  ul {
    max-height: 14rem;
    padding: 0;
    overflow: auto;
    border: 1px solid var(--fm-line);
    border-radius: var(--fm-radius);
    list-style: none;
  }

  li {
    padding: var(--fm-space-2) var(--fm-space-3);
    overflow-wrap: anywhere;
  }

  li + li {
    border-top: 1px solid var(--fm-line);
  }
`;

/** The progress of an action over many hosts: how far it is, which failed and why, and what to do about those. */
export class FmBulkProgress extends FmElement {
  static override styles = [FmElement.styles, styles];
  readonly #changed = (): void => this.requestUpdate();

  override connectedCallback(): void {
    super.connectedCallback();
    hostBulk.addEventListener('change', this.#changed);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    hostBulk.removeEventListener('change', this.#changed);
  }

  override render(): unknown {
    const { run, action } = hostBulk;
    if (!run) return nothing;
    const { title } = bulkWords[action];
    return html`<section class="card" aria-label="${title}: ${plural(run.targets.length, 'host')}">
      <div class="row spread">
        <h2>${title}: ${plural(run.targets.length, 'host')}</h2>
        <div class="row">${this.#actions(run)}</div>
      </div>
      <fm-progress label=${title} .parts=${partsOf(run)}></fm-progress>
      <p role="status">${summaryOf(run)}</p>
      ${haltNotice(run)} ${run.failures.length === 0 ? nothing : failureList(run.failures)}
    </section>`;
  }

  #actions(run: BulkRun): TemplateResult {
    if (run.isRunning)
      return html`<button ?disabled=${run.halt !== null} @click=${() => run.stop()}>
        ${icon('stop')} Stop
      </button>`;
    const again = run.failures.length + run.left.length;
    const label = run.failures.length === 0 ? `Continue with ${again}` : `Try ${countText(again)} again`;
    return html`${
        again > 0
          ? html`<button class="primary" @click=${() => hostBulk.retry()}>
              ${icon('refresh')} ${label}
            </button>`
          : nothing
      }
      ${
        run.failures.length > 0
          ? html`<button @click=${() => this.#selectFailed(run.failures)}>Select failed hosts</button>`
          : nothing
      } <button class="plain" @click=${() => hostBulk.close()}>${icon('close')} Close</button>`;
  }

  #selectFailed(failures: readonly BulkFailure[]): void {
    const detail = failures.map(({ target }) => target);
    this.dispatchEvent(new CustomEvent('fm-select-hosts', { detail }));
  }
}

function partsOf(run: BulkRun): ProgressPart[] {
  const { action, follow } = hostBulk;
  const rest = run.targets.length - run.done.length - run.failures.length;
  const underWay = follow.waiting.size;
  return [
    { tone: 'ok', count: run.done.length - underWay, label: bulkWords[action].done },
    { tone: 'info', count: underWay, label: 'in progress' },
    { tone: 'bad', count: run.failures.length, label: 'failed' },
    { tone: 'neutral', count: rest, label: run.isRunning ? 'remaining' : 'not started' },
  ];
}

function summaryOf(run: BulkRun): TemplateResult {
  const counts = partsOf(run)
    .filter(({ count, label }) => count > 0 || label === bulkWords[hostBulk.action].done)
    .map(({ count, label }) => `${countText(count)} ${label}`);
  const { waiting } = hostBulk.follow;
  const isLast = !run.isRunning && waiting.size > 0 && waiting.size <= NAMES_SHOWN;
  const names = run.targets.filter(({ id }) => waiting.has(id)).map(({ name }) => name);
  return html`${counts.join(', ')}.
  ${isLast ? html`<span class="quiet">Waiting for ${names.join(', ')}.</span>` : nothing}`;
}

function haltNotice({ halt, isRunning }: BulkRun): unknown {
  if (halt !== 'disconnected' || isRunning) return nothing;
  return html`<div class="notice warn">
    ${icon('offline')}
    <div>
      The manager is not responding, so the remaining hosts were not started. Continue when it is back.
    </div>
  </div>`;
}

function failureList(failures: readonly BulkFailure[]): TemplateResult {
  const more = failures.length - FAILURES_SHOWN;
  return html`<ul aria-label="Failed hosts" tabindex="0">
    ${failures.slice(0, FAILURES_SHOWN).map(failureItem)}
    ${more > 0 ? html`<li class="quiet">and ${countText(more)} more</li>` : nothing}
  </ul>`;
}

function failureItem({ target, error }: BulkFailure): TemplateResult {
  const { what, next, detail } = explain(error);
  return html`<li>
    <a href="/hosts/${target.id}">${target.name}</a>: ${what} ${next}
    ${detail === null ? nothing : html`<div class="quiet small">${safeLine(detail, LONGEST_DETAIL)}</div>`}
  </li>`;
}

define('fm-bulk-progress', FmBulkProgress);
