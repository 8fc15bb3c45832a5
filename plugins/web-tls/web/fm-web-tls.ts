import { html, nothing, type TemplateResult } from 'lit';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import '#web/components/fm-time/fm-time.ts';
import { Action } from '#web/core/action.ts';
import { define, FmElement } from '#web/core/element.ts';
import { Resource } from '#web/core/resource.ts';
import { safeLine } from '#web/core/safeText.ts';
import { icon } from '#web/icons/icons.ts';
import { texts } from './texts.ts';
import { api, must } from '#web/core/api.ts';
import { ApiError } from '#web/core/apiError.ts';
import { isUnreachable } from '#web/core/reading.ts';
import type { Schemas } from '#web/core/schema.ts';

type WebTls = Schemas['WebTls'];
type Choice = 'internal_ca' | 'custom';

/** The manager closes a connection that shows the former certificate; a browser may hold several. */
const TRIES = 8;
const PAUSE_MS = 250;

const readWebTls = (signal?: AbortSignal): Promise<WebTls> =>
  must(api.GET('/api/v1/settings/web-tls', { signal }));

/** Chooses another certificate; it shows at once and is not confirmed yet. */
async function choose(strategy: Choice): Promise<void> {
  await must(api.PUT('/api/v1/settings', { body: { web_tls_strategy: strategy } }));
}

/** Confirms a change, over new connections until one shows the new certificate. Null: no connection did. */
async function confirm(): Promise<WebTls | null> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await must(api.POST('/api/v1/settings/web-tls/confirm'));
    } catch (error) {
      if (left > 1 && isOldConnection(error)) await new Promise((done) => setTimeout(done, PAUSE_MS));
      else if (isUnreachable(error) || isOldConnection(error)) return null;
      else throw error;
    }
  }
}

const isOldConnection = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'TLS_NOT_CONFIRMED';

/** The manager looks for overdue changes every few seconds. */
const TAKEN_BACK_AFTER_MS = 5_000;

/** Which certificate the manager shows to browsers, and another choice, which the page confirms by itself. */
export class FmWebTls extends FmElement {
  readonly #standing = new Resource<WebTls>(this, {
    args: () => [],
    read: (_, signal) => readWebTls(signal),
  });
  readonly #action = new Action(this);
  /** The outcome of the last confirmation; null: none was tried. */
  #outcome: 'confirmed' | 'not accepted' | null = null;

  #takenBack: ReturnType<typeof setTimeout> | undefined;

  override updated(): void {
    clearTimeout(this.#takenBack);
    const { confirm_by: at } = this.#standing.value?.pending ?? {};
    if (at === undefined) return;
    const waitMs = Math.max(0, Date.parse(at) - Date.now()) + TAKEN_BACK_AFTER_MS;
    this.#takenBack = setTimeout(() => this.#standing.retry(), waitMs);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#takenBack);
  }

  override render(): TemplateResult {
    return html`<section class="card stack tight" aria-labelledby="title">
      <div>
        <h2 id="title">${texts.title}</h2>
        <p class="quiet">${texts.intro}</p>
      </div>
      ${renderReading(this.#standing, {
        what: 'the console certificate',
        complete: (standing) => this.#shown(standing),
      })}
    </section>`;
  }

  #shown(standing: WebTls): TemplateResult {
    const { strategy, certificate, pending, problem } = standing;
    return html`<p>${texts.shown[strategy]}</p>
      ${certificate ? facts(certificate) : nothing} ${problem === null ? nothing : trouble(problem)}
      ${certificate === null && problem === null ? html`<p class="quiet">${texts.none}</p>` : nothing}
      ${pending ? this.#pending(pending.confirm_by) : this.#choice(standing)} ${this.#notice()}
      ${errorNotice(this.#action.problem)}`;
  }

  #choice({ strategy, certificate }: WebTls): unknown {
    const other: Choice = strategy === 'custom' ? 'internal_ca' : 'custom';
    if (other === 'custom' && certificate === null) return nothing;
    return html`<div class="row">
      <button ?disabled=${this.#action.isBusy} @click=${() => void this.#change(other)}>
        ${this.#action.isBusy ? texts.asking : texts.show[other]}
      </button>
    </div>`;
  }

  #pending(confirmBy: string): TemplateResult {
    return html`<div class="notice warn" role="status">
      ${icon('warning')}
      <span>
        ${texts.takenBackAt} <strong>${clockTime(confirmBy)}</strong> ${texts.unlessConfirmed}
        <button ?disabled=${this.#action.isBusy} @click=${() => void this.#confirm()}>
          ${this.#action.isBusy ? texts.confirming : texts.confirm}
        </button>
      </span>
    </div>`;
  }

  #notice(): unknown {
    if (this.#outcome === null) return nothing;
    const isOk = this.#outcome === 'confirmed';
    return html`<p class="notice ${isOk ? 'ok' : 'bad'}" role="status">
      ${icon(isOk ? 'check' : 'error')} <span>${isOk ? texts.confirmed : texts.notAccepted}</span>
    </p>`;
  }

  async #change(strategy: Choice): Promise<void> {
    this.#outcome = null;
    await this.#action.run(async () => {
      await choose(strategy);
      await this.#tryToConfirm();
    });
  }

  async #confirm(): Promise<void> {
    this.#outcome = null;
    await this.#action.run(() => this.#tryToConfirm());
  }

  async #tryToConfirm(): Promise<void> {
    try {
      const standing = await confirm();
      this.#outcome = standing ? 'confirmed' : 'not accepted';
      if (standing) this.#standing.change(() => standing);
    } finally {
      // Also when the time is over and the manager has taken the change back.
      this.#standing.retry();
    }
  }
}

const facts = ({ names, issuer, not_after: notAfter }: NonNullable<WebTls['certificate']>): TemplateResult =>
  html`<dl class="facts">
    <dt>Your certificate’s names</dt>
    <dd>${safeLine(names.join(', ')) || 'no name'}</dd>
    <dt>Issued by</dt>
    <dd>${safeLine(issuer)}</dd>
    <dt>Expires</dt>
    <dd>
      <fm-time datetime=${notAfter} mode="absolute"></fm-time>, <fm-time datetime=${notAfter}></fm-time>
    </dd>
  </dl>`;

const trouble = (problem: string): TemplateResult =>
  html`<p class="notice bad">
    ${icon('error')} <span><strong>${texts.unusable}</strong> ${safeLine(problem)}</span>
  </p>`;

const seconds = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const clockTime = (at: string): string => seconds.format(new Date(at));

define('fm-web-tls', FmWebTls);
