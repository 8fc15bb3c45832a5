import { html, nothing, type TemplateResult } from 'lit';
import { renderReading } from '#web/components/fm-state/renderReading.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import '#web/components/fm-table/fm-table.ts';
import { api, must } from '#web/core/api.ts';
import { define, FmElement } from '#web/core/element.ts';
import { PagedList } from '#web/core/pagedList.ts';
import { Resource } from '#web/core/resource.ts';
import '#web/domain/override/fm-override.ts';
import './fm-own-authority.ts';
import { rotationColumns } from './rotationColumns.ts';
import { endOf, stateOf } from './rotationState.ts';
import { RotationSteps, type Standing } from './rotationSteps.ts';
import {
  rotationTexts as texts,
  type Rotation,
  type RotationHost,
  ROOT_STATES,
  type Root,
} from './rotationTexts.ts';
import '#web/components/fm-badge/fm-badge.ts';
import '#web/components/fm-copy/fm-copy.ts';
import '#web/components/fm-time/fm-time.ts';
import { countText } from '#web/core/format.ts';
import { safeLine, safeName } from '#web/core/safeText.ts';

const AGAIN_MS = 3_000;
const FILTERS: Record<FmRotation['shown'], { state?: 'done'[]; state_not?: 'done'[]; failing?: true }> = {
  all: {},
  left: { state_not: ['done'] },
  failing: { failing: true },
  done: { state: ['done'] },
};

const isUnderWay = (rotation: Rotation | null): rotation is Rotation =>
  rotation !== null && rotation.ended_at === null;

/**
 * The roots, and the change from one to the next: how far each host is, what is waited for, and the actions. Fires
 * `fm-changed`.
 */
export class FmRotation extends FmElement {
  static override properties = { shown: { state: true } };
  /** Which hosts the list shows. */
  declare shown: 'left' | 'failing' | 'done' | 'all';

  readonly #standing = new Resource<Standing>(this, {
    args: () => [],
    read: async (_args, signal) => must(api.GET('/api/v1/ca/rotation', { signal })),
  });
  readonly #hosts = new PagedList<RotationHost, { id: string; shown: FmRotation['shown'] }>(this, {
    query: () => {
      const rotation = this.#standing.value?.rotation ?? null;
      if (!isUnderWay(rotation)) return null;
      return { id: rotation.id, shown: this.shown };
    },
    read: async ({ shown }, page, signal) => {
      const list = await must(
        api.GET('/api/v1/ca/rotation/hosts', {
          params: { query: { ...page, ...FILTERS[shown] } },
          signal,
        }),
      );
      return { rows: list.hosts, total: list.total, cursor: list.next_cursor };
    },
  });
  readonly #steps = new RotationSteps(this, this.#standing);
  #again: ReturnType<typeof setTimeout> | undefined;
  /** The state that was shown last: when it changes, the list is read again. */
  #seen = '';

  constructor() {
    super();
    this.shown = 'left';
  }

  override updated(): void {
    clearTimeout(this.#again);
    const rotation = this.#standing.value?.rotation ?? null;
    this.#noticed(rotation);
    if (isUnderWay(rotation)) this.#again = setTimeout(() => this.#readAgain(rotation), AGAIN_MS);
  }

  /** Reads again: just after the beginning the list may not have its hosts yet. */
  #readAgain({ hosts }: Rotation): void {
    if (this.#hosts.total === 0 && hosts.done < hosts.total) this.#hosts.retry();
    this.#standing.retry();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#again);
  }

  #noticed(rotation: Rotation | null): void {
    const now = rotation ? JSON.stringify([rotation.phase, rotation.hosts]) : '';
    if (now === this.#seen) return;
    const isFirst = this.#seen === '';
    this.#seen = now;
    if (isFirst) return;
    this.#hosts.retry();
    this.dispatchEvent(new Event('fm-changed'));
  }

  override render(): TemplateResult {
    return html`<section class="card stack" aria-labelledby="roots">
      <div>
        <h2 id="roots">${texts.title}</h2>
        <p class="quiet">${texts.what}</p>
      </div>
      ${renderReading(this.#standing, {
        what: 'the roots',
        complete: (standing) => this.#complete(standing),
      })}
    </section>`;
  }

  #complete(standing: Standing): TemplateResult {
    const { roots, rotation } = standing;
    const inForce = roots.filter(({ state }) => state !== 'retired');
    const retired = roots.filter(({ state }) => state === 'retired');
    return html`${inForce.map(rootFacts)}
    ${isUnderWay(rotation) ? this.#underWay(rotation) : this.#idle(standing)}
    ${errorNotice(this.#steps.problem)} ${isUnderWay(rotation) ? this.#table() : nothing}
    ${
      retired.length === 0
        ? nothing
        : html`<details>
            <summary>${texts.earlier} (${retired.length})</summary>
            <div class="stack">${retired.map(rootFacts)}</div>
          </details>`
    }`;
  }

  #idle({ rotation: last, request, roots }: Standing): TemplateResult {
    return html`${endOf(last, roots)}
      <div class="row">
        <button ?disabled=${this.#steps.isBusy} @click=${this.#steps.begin}>${texts.begin}</button>
      </div>
      <fm-own-authority
        .request=${request}
        @fm-standing=${({ detail }: CustomEvent<Standing>) => this.#standing.change(() => detail)}
      ></fm-own-authority>`;
  }

  #underWay(rotation: Rotation): TemplateResult {
    return html`${stateOf(rotation)} ${rotation.phase === 'finishing' ? nothing : this.#buttons(rotation)}`;
  }

  #buttons(rotation: Rotation): TemplateResult {
    const { phase, paused, hosts } = rotation;
    const left = hosts.total - hosts.done;
    const isRolling = phase === 'rolling';
    const { isBusy } = this.#steps;
    const toggle = paused ? (['resume', 'go'] as const) : (['pause', 'hold'] as const);
    return html`<div class="row">
        ${
          isRolling && left === 0
            ? html`<button class="primary" ?disabled=${isBusy} @click=${this.#steps.finish}>
                ${texts.finish}
              </button>`
            : nothing
        }
        ${
          left > 0
            ? html`<button ?disabled=${isBusy} @click=${() => void this.#steps.step(toggle[0])}>
                ${texts[toggle[1]]}
              </button>`
            : nothing
        }
        ${isRolling ? html`<button ?disabled=${isBusy} @click=${this.#steps.back}>${texts.back}</button>` : nothing}
        ${
          left > 0
            ? html`<fm-override
                .texts=${texts.without(left)}
                .send=${this.#steps.finishWithout}
              ></fm-override>`
            : nothing
        }
      </div>
      <dl class="facts small">
        ${isRolling ? meaning(texts.finish, texts.means.finish) : nothing}
        ${left > 0 ? meaning(texts[toggle[1]], texts.means[toggle[1]]) : nothing}
        ${isRolling ? meaning(texts.back, texts.means.back) : nothing}
      </dl>`;
  }

  #table(): TemplateResult {
    return html`<label class="field">
        ${texts.show}
        <select @change=${(event: Event) => this.#show((event.target as HTMLSelectElement).value)}>
          ${Object.entries(texts.lists).map(
            ([value, label]) =>
              html`<option value=${value} .selected=${value === this.shown}>${label}</option>`,
          )}
        </select>
      </label>
      ${renderReading(this.#hosts, {
        what: 'the hosts',
        isEmpty: (rows) => rows.length === 0,
        empty: () => html`<p class="quiet">${texts.noHost}</p>`,
        complete: (rows) =>
          html`<fm-table
            label=${texts.hostsTitle}
            .columns=${rotationColumns}
            .rows=${rows}
            .rowKey=${(row: RotationHost) => row.host_id}
            .rowHref=${(row: RotationHost) => `/hosts/${row.host_id}`}
            .total=${this.#hosts.total}
            @fm-near-end=${() => void this.#hosts.more()}
          ></fm-table>`,
      })}`;
  }

  #show(list: string): void {
    if (list in texts.lists) this.shown = list as typeof this.shown;
  }
}

const meaning = (name: string, text: string): TemplateResult =>
  html`<dt>${name}</dt>
    <dd>${text}</dd>`;

define('fm-rotation', FmRotation);

/** What is known of a root certificate: its state, its end, and how many certificates it has signed. */
function rootFacts(root: Root): TemplateResult {
  const {
    name,
    state,
    not_after: end,
    host_certificates: count,
    fingerprint_sha256: sha,
    issuer_name: above,
  } = root;
  const [tone, label] = ROOT_STATES[state];
  return html`<dl class="facts">
    <dt>${safeName(name)}</dt>
    <dd><fm-badge tone=${tone} label=${label}></fm-badge></dd>
    ${
      above === null
        ? nothing
        : html`<dt>Signed by</dt>
            <dd>${safeLine(above, 253)}</dd>`
    }
    <dt>Expires</dt>
    <dd><fm-time mode="absolute" datetime=${end}></fm-time></dd>
    <dt>Issued</dt>
    <dd>${countText(count)} active host certificates</dd>
    <dt>Fingerprint</dt>
    <dd><fm-copy name="SHA-256 of ${safeName(name)}" value=${sha}></fm-copy></dd>
  </dl>`;
}
