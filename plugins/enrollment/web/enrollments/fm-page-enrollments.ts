import { Task } from '@lit/task';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { api, must } from '../../../../web/core/api.ts';
import { renderTask } from '../../../../web/components/fm-state/renderTask.ts';
import { onTick } from '../../../../web/components/fm-time/tick.ts';
import { define, FmPage } from '../../../../web/core/element.ts';
import { icon } from '../../../../web/icons/icons.ts';
import { openLive, type LiveHandle } from '../../../../web/core/live.ts';
import type { Schemas } from '../../../../web/core/schema.ts';
import './fm-request.ts';
import './fm-tokens.ts';

type EnrollmentRequest = Schemas['EnrollmentRequest'];

/** More at once no person compares; the rest moves up as these are decided, or comes when it is asked for. */
const SHOWN = 50;
/** What the manager gives at once. */
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

/** The list is a plain array, so the way to the next page stands beside it (RFC 8288). */
function nextCursor(link: string | null): string | null {
  const address = /^<([^>]+)>; rel="next"$/.exec(link ?? '')?.[1];
  return address === undefined ? null : new URL(address, location.origin).searchParams.get('cursor');
}

/** Who asks to be let in, and the tokens that let in by themselves. */
export class FmPageEnrollments extends FmPage {
  static override properties = { done: { state: true }, shown: { state: true } };
  declare done: string | null;
  declare shown: number;
  #live: LiveHandle | null = null;
  #stopTick: (() => void) | null = null;

  constructor() {
    super();
    this.done = null;
    this.shown = SHOWN;
  }

  readonly #requests = new Task(this, {
    task: async ([shown], { signal }) => {
      await this.#live?.ready;
      return readWaiting(shown, signal);
    },
    args: () => [this.shown] as const,
  });

  override connectedCallback(): void {
    super.connectedCallback();
    const read = (): void => void this.#requests.run();
    this.#live = openLive({
      subscribe: 'fleet',
      onEvents: (events) => {
        if (events.some(({ kind }) => kind === 'enrollment.created')) read();
      },
      onResync: read,
    });
    // What another administrator decides, and what expires, is told by no event.
    this.#stopTick = onTick(read);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#live?.close();
    this.#stopTick?.();
  }

  override render(): TemplateResult {
    return html`<div class="page">
      <div class="page-header">
        <div>
          <h1>Enrollments</h1>
          <p>A host is let in when its fingerprint here is the one that its agent shows.</p>
        </div>
      </div>
      ${this.done === null ? nothing : html`<p class="notice ok">${icon('check')} ${this.done}.</p>`}
      <section class="stack" aria-labelledby="waiting">
        <h2 id="waiting">Waiting for a decision</h2>
        ${renderTask(this.#requests, {
          what: 'the requests',
          isEmpty: ({ requests }) => requests.length === 0,
          empty: () =>
            html`<div class="card">
              <fm-state kind="empty" heading="No host asks to be let in.">
                A new one appears here by itself.
              </fm-state>
            </div>`,
          complete: (waiting) => this.#list(waiting),
        })}
      </section>
      <fm-tokens></fm-tokens>
    </div>`;
  }

  #list({ requests, hasMore }: Waiting): TemplateResult {
    return html`${repeat(
      requests,
      ({ id }) => id,
      (request) =>
        html`<fm-request
          .request=${request}
          @fm-decided=${(event: CustomEvent<string>) => this.#decided(event.detail)}
        ></fm-request>`,
    )}
    ${hasMore ? this.#more() : nothing}`;
  }

  #more(): TemplateResult {
    return html`<p class="quiet">
      More requests wait; the oldest come first.
      <button @click=${() => (this.shown += SHOWN)}>Show ${SHOWN} more</button>
    </p>`;
  }

  #decided(done: string): void {
    this.done = done;
    void this.#requests.run();
  }
}

define('fm-page-enrollments', FmPageEnrollments);
