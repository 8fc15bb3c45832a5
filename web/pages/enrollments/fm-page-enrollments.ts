import { Task } from '@lit/task';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { api, must } from '../../api.ts';
import { renderTask } from '../../components/fm-state/renderTask.ts';
import { onTick } from '../../components/fm-time/tick.ts';
import { define, FmPage } from '../../element.ts';
import { plural } from '../../format.ts';
import { icon } from '../../icons/icons.ts';
import { openLive, type LiveHandle } from '../../live.ts';
import type { Schemas } from '../../schema.ts';
import './fm-request.ts';
import './fm-tokens.ts';

type EnrollmentRequest = Schemas['EnrollmentRequest'];

/** More at once no person compares; the rest moves up as these are decided. */
const SHOWN = 50;

/** Who asks to be let in, and the tokens that let in by themselves. */
export class FmPageEnrollments extends FmPage {
  static override properties = { done: { state: true } };
  declare done: string | null;
  #live: LiveHandle | null = null;
  #stopTick: (() => void) | null = null;

  constructor() {
    super();
    this.done = null;
  }

  readonly #requests = new Task(this, {
    task: async (_args, { signal }) => {
      await this.#live?.ready;
      return must(api.GET('/api/v1/admin/enrollments', { signal }));
    },
    args: () => [],
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
          isEmpty: (requests) => requests.length === 0,
          empty: () =>
            html`<div class="card">
              <fm-state kind="empty" heading="No host asks to be let in.">
                A new one appears here by itself.
              </fm-state>
            </div>`,
          complete: (requests) => this.#list(requests),
        })}
      </section>
      <fm-tokens></fm-tokens>
    </div>`;
  }

  #list(requests: readonly EnrollmentRequest[]): TemplateResult {
    const more = requests.length - SHOWN;
    return html`${repeat(
      requests.slice(0, SHOWN),
      ({ id }) => id,
      (request) =>
        html`<fm-request
          .request=${request}
          @fm-decided=${(event: CustomEvent<string>) => this.#decided(event.detail)}
        ></fm-request>`,
    )}
    ${more > 0 ? html`<p class="quiet">${plural(more, 'more request')} after these, oldest first.</p>` : nothing}`;
  }

  #decided(done: string): void {
    this.done = done;
    void this.#requests.run();
  }
}

define('fm-page-enrollments', FmPageEnrollments);
