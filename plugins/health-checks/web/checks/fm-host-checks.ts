import { html, nothing, type TemplateResult, css } from 'lit';
import '#web/components/fm-badge/fm-badge.ts';
import { confirmAction } from '#web/components/fm-confirm/fm-confirm.ts';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import { testNotice } from '#web/components/fm-state/testNotice.ts';
import '#web/components/fm-time/fm-time.ts';
import { Action } from '#web/core/action.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmElement } from '#web/core/element.ts';
import type { LiveEvent } from '#web/core/live.ts';
import { LiveTopic } from '#web/core/liveTopic.ts';
import { Resource } from '#web/core/resource.ts';
import { safeLine, safeName } from '#web/core/safeText.ts';
import type { Schemas } from '#web/core/schema.ts';
import { asker } from '#web/domain/host/asker.ts';
import { hostName } from '#web/domain/host/hostName.ts';
import { readChecks, readHistory, removeCheck, switchCheck, testCheck } from './calls.ts';
import './fm-check-editor.ts';
import {
  EMPTY,
  EMPTY_HINT,
  every,
  INTRO,
  looksAt,
  OF_GROUP,
  REPLACED,
  RESULTS,
  standingOf,
  summaryText,
  testText,
} from './texts.ts';

const styles = css`
  .checks {
    list-style: none;
    margin: 0;
    padding: 0;
  }
  .check {
    display: grid;
    gap: 0.25rem 1rem;
    grid-template-columns: minmax(0, 1fr) auto;
    padding-block: 0.75rem;
    border-block-start: 1px solid var(--fm-line);
  }
  .check > .acts,
  .check > .told {
    grid-column: 1 / -1;
  }
  .check > fm-badge {
    align-self: start;
  }
  .what {
    overflow-wrap: anywhere;
  }
  .acts {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }
  .changes {
    list-style: none;
    margin: 0.5rem 0 0;
    padding: 0;
    display: grid;
    gap: 0.5rem;
  }
`;

type Check = Schemas['HealthCheck'];
type Args = readonly [hostId: string];

/** The most hosts that are offered as a target; in a larger fleet, others are named through the API. */
const MOST_TARGETS = 500;

/** The tab of a host's page: its checks, how they stand and have stood, and what can be done with them. */
export class FmHostChecks extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    hostId: {},
    editing: { state: true },
    shown: { state: true },
    tested: { state: true },
  };
  declare hostId: string;
  /** The check in the editor; `new`: a new one; null: the editor is closed. */
  declare editing: Check | 'new' | null;
  /** The check whose history is open. */
  declare shown: string | null;
  /** The last test, and of which check. */
  declare tested: { id: string; result: Schemas['HealthCheckTestResult'] } | null;
  readonly #acting = new Action(this);
  readonly #live = new LiveTopic(this, {
    topic: () => 'fleet',
    onEvents: (events) => this.#received(events),
  });
  readonly #checks = new Resource<Schemas['HealthCheckList'], Args>(this, {
    args: () => (this.hostId === '' ? null : [this.hostId]),
    live: this.#live,
    read: ([hostId], signal) => readChecks(hostId, signal),
  });
  readonly #history = new Resource<Schemas['HealthCheckChangeList'], readonly [id: string]>(this, {
    args: () => (this.shown === null ? null : [this.shown]),
    read: ([id], signal) => {
      const check = this.#checks.value?.checks.find((one) => one.id === id);
      if (!check) return Promise.resolve({ changes: [], total: 0, next_cursor: null });
      return readHistory(check, signal);
    },
  });
  /** Names of hosts whose agents are, or may be, asked. */
  readonly #hosts = new Resource<readonly { value: string; label: string }[], Args>(this, {
    args: () => (this.#needsHosts() ? [this.hostId] : null),
    read: async ([hostId], signal) => {
      const query = { limit: MOST_TARGETS };
      const { hosts } = await must(api.GET('/api/v1/hosts', { params: { query }, signal }));
      return hosts
        .filter(({ id }) => id !== hostId)
        .map((host) => ({ value: host.id, label: hostName(host) }));
    },
  });

  constructor() {
    super();
    this.hostId = '';
    this.editing = null;
    this.shown = null;
    this.tested = null;
  }

  override render(): TemplateResult {
    const mayEdit = asker.may('checks:edit');
    return html`<div class="stack tight">
      <p class="quiet small">${INTRO}</p>
      ${
        mayEdit
          ? html`<p>
              <button class="primary" @click=${() => (this.editing = 'new')}>Add check</button>
            </p>`
          : nothing
      }
      ${errorNotice(this.#acting.problem)}
      ${renderReading(this.#checks, {
        what: 'the checks',
        isEmpty: ({ checks }) => checks.length === 0,
        empty: () => html`<fm-state kind="empty" heading=${EMPTY}>${EMPTY_HINT}</fm-state>`,
        complete: ({ checks }) =>
          html`<p class="quiet small" role="status">${summaryText(checks)}</p>
            <ul class="checks" aria-label="Health checks">
              ${checks.map((check) => this.#check(check, mayEdit))}
            </ul>`,
      })}
      ${
        mayEdit
          ? html`<fm-check-editor
              .hostId=${this.hostId}
              .check=${this.editing === 'new' ? null : this.editing}
              .hosts=${this.#hosts.value ?? []}
              ?open=${this.editing !== null}
              @fm-close=${() => (this.editing = null)}
              @fm-saved=${() => this.#checks.retry()}
            ></fm-check-editor>`
          : nothing
      }
    </div>`;
  }

  #check(check: Check, mayEdit: boolean): TemplateResult {
    const { last_message: message, last_checked_at: at, enabled } = check;
    const [tone, label] = standingOf(check);
    return html`<li class="check">
      <div>
        <strong>${safeName(check.name)}</strong>
        <div class="quiet small what">
          ${looksAt(check, this.#nameOf(check.target_host_id))}, ${every(check)}
        </div>
        ${
          check.group === null
            ? nothing
            : html`<div class="quiet small">
                ${OF_GROUP} <a href="/groups/${check.group.id}">${safeName(check.group.name)}</a>.
                ${check.replaced ? REPLACED : nothing}
              </div>`
        }
      </div>
      <fm-badge tone=${tone} label=${label}></fm-badge>
      <div class="told small">
        ${message === null ? (enabled ? 'Not run yet.' : 'Not run.') : safeLine(message)}
        ${at === null ? nothing : html`<span class="quiet">Last run <fm-time .datetime=${at}></fm-time>.</span>`}
      </div>
      ${this.#testResult(check)}
      <div class="acts">${mayEdit ? this.#acts(check) : nothing} ${this.#historyButton(check)}</div>
      ${this.shown === check.id ? this.#historyOf() : nothing}
    </li>`;
  }

  #acts(check: Check): TemplateResult {
    const { isBusy } = this.#acting;
    const name = safeName(check.name);
    return html`<button
        aria-label="Test now: ${name}"
        ?disabled=${isBusy}
        @click=${() => void this.#test(check)}
      >
        Test now
      </button>
      ${check.group === null ? this.#edits(check) : nothing}`;
  }

  /** What is done with the host's own checks; one of a group is edited there, for all its hosts. */
  #edits(check: Check): TemplateResult {
    const { isBusy } = this.#acting;
    const name = safeName(check.name);
    return html`<button aria-label="Edit: ${name}" ?disabled=${isBusy} @click=${() => (this.editing = check)}>
        Edit
      </button>
      <button
        aria-label="${check.enabled ? 'Disable' : 'Enable'}: ${name}"
        ?disabled=${isBusy}
        @click=${() => void this.#act(() => switchCheck(check, !check.enabled))}
      >
        ${check.enabled ? 'Disable' : 'Enable'}
      </button>
      <button aria-label="Delete: ${name}" ?disabled=${isBusy} @click=${() => void this.#remove(check)}>
        Delete
      </button>`;
  }

  #historyButton(check: Check): TemplateResult {
    const isShown = this.shown === check.id;
    return html`<button
      aria-label="${isShown ? 'Hide history' : 'History'}: ${safeName(check.name)}"
      aria-expanded=${String(isShown)}
      @click=${() => (this.shown = isShown ? null : check.id)}
    >
      ${isShown ? 'Hide history' : 'History'}
    </button>`;
  }

  #historyOf(): TemplateResult {
    return html`<div class="told">
      ${renderReading(this.#history, {
        what: 'the history',
        isEmpty: ({ changes }) => changes.length === 0,
        empty: () => html`<p class="quiet small">No status changes yet.</p>`,
        complete: ({ changes, total }) =>
          html`<ol class="changes" aria-label="History">
              ${changes.map(
                ({ at, from, to, message }) =>
                  html`<li class="small">
                    <fm-badge tone=${RESULTS[to][0]} label=${RESULTS[to][1]}></fm-badge>
                    <fm-time .datetime=${at} mode="absolute"></fm-time>
                    <span class="quiet">before ${RESULTS[from][1].toLowerCase()}.</span> ${safeLine(message)}
                  </li>`,
              )}
            </ol>
            ${
              total > changes.length
                ? html`<p class="quiet small">The last ${changes.length} of ${total} changes.</p>`
                : nothing
            }`,
      })}
    </div>`;
  }

  #testResult({ id }: Check): unknown {
    if (this.tested?.id !== id) return nothing;
    const { result } = this.tested;
    const { success: isOk, message } = result;
    return html`<div class="told" role="status">
      ${testNotice({ isOk, heading: testText(result), message })}
    </div>`;
  }

  #needsHosts(): boolean {
    if (this.editing !== null) return true;
    return (this.#checks.value?.checks ?? []).some(({ target_host_id: target }) => target !== null);
  }

  #nameOf(hostId: string | null): string | null {
    return this.#hosts.value?.find(({ value }) => value === hostId)?.label ?? null;
  }

  #test(check: Check): Promise<void> {
    this.tested = null;
    return this.#acting.run(async () => {
      this.tested = { id: check.id, result: await testCheck(check) };
    });
  }

  async #remove(check: Check): Promise<void> {
    const isSure = await confirmAction({
      title: `Delete check ${safeName(check.name)}?`,
      text: 'The history of the check is deleted too. Jobs no longer wait for the check.',
      action: 'Delete',
    });
    if (!isSure) return;
    if (this.shown === check.id) this.shown = null;
    await this.#act(() => removeCheck(check));
  }

  #act(work: () => Promise<unknown>): Promise<void> {
    return this.#acting.run(async () => {
      await work();
      await this.#checks.reload();
    });
  }

  #received(events: readonly LiveEvent[]): void {
    for (const { kind, data } of events) {
      if (kind !== 'health_check.updated' || data.host_id !== this.hostId) continue;
      this.#checks.retry();
      if (data.check_id !== this.shown) continue;
      if (data.last_status === null) this.shown = null;
      else this.#history.retry();
    }
  }
}

define('fm-host-checks', FmHostChecks);
