import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { api, must } from '#web/core/api.ts';
import '#web/components/fm-page-header/fm-page-header.ts';
import '#web/components/fm-state/fm-state.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import { chosenTab, type Tab } from '#web/components/fm-tabs/fm-tabs.ts';
import { onTick } from '#web/components/fm-time/tick.ts';
import { define, FmPage } from '#web/core/element.ts';
import { icon } from '#web/icons/icons.ts';
import { features } from '#web/core/features.ts';
import { LiveTopic } from '#web/core/liveTopic.ts';
import { Resource } from '#web/core/resource.ts';
import type { Schemas } from '#web/core/schema.ts';
import '#web/domain/enrollment/fm-enroll-host.ts';
import './fm-decide-many.ts';
import './fm-history.ts';
import './fm-new-host.ts';
import type { Decided } from './fm-request.ts';
import './fm-request.ts';
import './fm-tokens.ts';
import { texts } from './texts.ts';

type EnrollmentRequest = Schemas['EnrollmentRequest'];

/** Nobody compares more at once; others move up as these are decided, or are shown on request. */
const SHOWN = 50;
/** How many requests the manager gives at once. */
const PAGE = 500;

interface Waiting {
  /** Oldest first. */
  requests: EnrollmentRequest[];
  hasMore: boolean;
}

async function readWaiting(shown: number, signal: AbortSignal): Promise<Waiting> {
  const requests: EnrollmentRequest[] = [];
  let cursor: string | null = null;
  do {
    const query = { limit: Math.min(PAGE, shown - requests.length), ...(cursor === null ? {} : { cursor }) };
    const answer = await api.GET('/api/v1/admin/enrollments', { params: { query }, signal });
    requests.push(...(await must(Promise.resolve(answer))));
    cursor = nextCursor(answer.response.headers.get('link'));
  } while (cursor !== null && requests.length < shown);
  return { requests, hasMore: cursor !== null };
}

/** The list is a plain array, so the link to the next page is in a header (RFC 8288). */
function nextCursor(link: string | null): string | null {
  const address = /^<([^>]+)>; rel="next"$/.exec(link ?? '')?.[1];
  return address === undefined ? null : new URL(address, location.origin).searchParams.get('cursor');
}

/** The hosts that ask to be let in, and the tokens that let hosts in without a person. */
export class FmPageEnrollments extends FmPage {
  static override properties = {
    done: { state: true },
    approved: { state: true },
    shown: { state: true },
    selected: { state: true },
  };
  declare done: string | null;
  /** The request that was approved last, by itself; null: none, or others were decided since. */
  declare approved: EnrollmentRequest | null;
  declare selected: ReadonlySet<string>;
  declare shown: number;
  #stopTick: (() => void) | null = null;

  constructor() {
    super();
    this.done = null;
    this.approved = null;
    this.shown = SHOWN;
    this.selected = new Set();
  }

  readonly #live = new LiveTopic(this, {
    topic: () => 'fleet',
    onEvents: (events) => {
      if (events.some(({ kind }) => kind === 'enrollment.created')) this.#requests.retry();
    },
  });

  readonly #requests = new Resource<Waiting, readonly [number]>(this, {
    live: this.#live,
    keepsValue: true,
    args: () => [this.shown],
    read: ([shown], signal) => readWaiting(shown, signal),
  });

  override connectedCallback(): void {
    super.connectedCallback();
    // No event tells that another administrator decided, or that a request expired.
    this.#stopTick = onTick(() => this.#requests.retry());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopTick?.();
  }

  override render(): TemplateResult {
    return html`<div class="page">
      <fm-page-header heading=${texts.title}>
        <p>${texts.what}</p>
      </fm-page-header>
      ${this.done === null ? nothing : this.#told(this.done)}
      <fm-tabs label=${texts.title} .tabs=${this.#tabs()} .selected=${chosenTab(this.query, this.#tabs())}>
        ${this.#panel()}
      </fm-tabs>
    </div>`;
  }

  #tabs(): Tab[] {
    const waiting = this.#requests.value;
    return [
      { key: 'requests', label: texts.requests, count: waiting?.requests.length ?? null },
      { key: 'add', label: texts.add },
      { key: 'tokens', label: texts.tokens },
      { key: 'history', label: texts.history },
    ];
  }

  #panel(): unknown {
    switch (chosenTab(this.query, this.#tabs())) {
      case 'add':
        return features.serves('getRootCertificate')
          ? html`<section class="card">
              <h2>${texts.add}</h2>
              <fm-enroll-host></fm-enroll-host>
            </section>`
          : html`<fm-state kind="empty" heading="Enrollment is not available">
              The plugin certificates is disabled on this manager.
            </fm-state>`;
      case 'tokens':
        return html`<fm-tokens></fm-tokens>`;
      case 'history':
        return html`<fm-history></fm-history>`;
      default:
        return this.#waiting();
    }
  }

  #waiting(): TemplateResult {
    return html`<section class="stack" aria-label="Pending requests">
      ${renderReading(this.#requests, {
        what: 'the requests',
        isEmpty: ({ requests }) => requests.length === 0,
        empty: () =>
          html`<div class="card">
            <fm-state kind="empty" heading=${texts.noRequest}>
              ${texts.appears}
              <a slot="actions" class="button" href="/enrollments?tab=add">${icon('plus')} ${texts.add}</a>
            </fm-state>
          </div>`,
        complete: (waiting) => this.#list(waiting),
      })}
    </section>`;
  }

  #list({ requests, hasMore }: Waiting): TemplateResult {
    return html`<fm-decide-many
        class="card"
        .requests=${requests}
        .selected=${this.selected}
        @fm-select=${({ detail }: CustomEvent<ReadonlySet<string>>) => (this.selected = detail)}
        @fm-decided=${({ detail }: CustomEvent<string>) => this.#decided(detail)}
      ></fm-decide-many>
      ${repeat(
        requests,
        ({ id }) => id,
        (request) =>
          html`<fm-request
            .request=${request}
            .selected=${this.selected.has(request.id)}
            @fm-toggle=${() => this.#toggle(request.id)}
            @fm-decided=${({ detail }: CustomEvent<Decided>) =>
              this.#decided(detail.done, detail.isApproved ? request : null)}
          ></fm-request>`,
      )}
      ${hasMore ? this.#more() : nothing}`;
  }

  #more(): TemplateResult {
    return html`<p class="quiet">
      More requests are pending; oldest first.
      <button @click=${() => (this.shown += SHOWN)}>Show ${SHOWN} more</button>
    </p>`;
  }

  #toggle(id: string): void {
    const selected = new Set(this.selected);
    if (!selected.delete(id)) selected.add(id);
    this.selected = selected;
  }

  #told(done: string): TemplateResult {
    const { approved } = this;
    return html`<p class="notice ok">
      ${icon('check')}
      <span
        >${done}.
        ${approved === null ? nothing : html`<fm-new-host .requestId=${approved.id} .fqdn=${approved.fqdn}></fm-new-host>`}</span
      >
    </p>`;
  }

  #decided(done: string, approved: EnrollmentRequest | null = null): void {
    this.done = done;
    this.approved = approved;
    this.#requests.retry();
  }
}

define('fm-page-enrollments', FmPageEnrollments);
