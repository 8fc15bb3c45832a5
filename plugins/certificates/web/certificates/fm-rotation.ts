import { html, nothing, type TemplateResult } from 'lit';
import '../../../../web/components/fm-badge/fm-badge.ts';
import { confirmAction } from '../../../../web/components/fm-confirm/fm-confirm.ts';
import '../../../../web/components/fm-copy/fm-copy.ts';
import '../../../../web/components/fm-progress/fm-progress.ts';
import { renderReading } from '../../../../web/components/fm-state/renderReading.ts';
import { errorNotice } from '../../../../web/components/fm-state/renderTask.ts';
import '../../../../web/components/fm-table/fm-table.ts';
import '../../../../web/components/fm-time/fm-time.ts';
import { Action } from '../../../../web/core/action.ts';
import { api, must } from '../../../../web/core/api.ts';
import { define, FmElement } from '../../../../web/core/element.ts';
import { countText } from '../../../../web/core/format.ts';
import { PagedList } from '../../../../web/core/pagedList.ts';
import { Resource } from '../../../../web/core/resource.ts';
import { safeLine, safeName } from '../../../../web/core/safeText.ts';
import type { Schemas } from '../../../../web/core/schema.ts';
import '../../../../web/domain/override/fm-override.ts';
import { icon } from '../../../../web/icons/icons.ts';
import './fm-left-behind.ts';
import './fm-own-authority.ts';
import { rotationColumns } from './rotationColumns.ts';
import {
  ROOT_STATES,
  rotationTexts as texts,
  type Root,
  type Rotation,
  type RotationHost,
} from './rotationTexts.ts';

const AGAIN_MS = 3_000;

type Standing = Schemas['RootRotation'];
type Step = 'pause' | 'resume' | 'go-back';

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
  readonly #hosts = new PagedList<RotationHost, { id: string; status?: 'left' | 'done' | 'failing' }>(this, {
    query: () => {
      const rotation = this.#standing.value?.rotation ?? null;
      if (!isUnderWay(rotation)) return null;
      return { id: rotation.id, ...(this.shown !== 'all' && { status: this.shown }) };
    },
    read: async ({ status }, page, signal) => {
      const list = await must(
        api.GET('/api/v1/ca/rotation/hosts', {
          params: { query: { ...page, ...(status && { status }) } },
          signal,
        }),
      );
      return { rows: list.hosts, total: list.total, cursor: list.next_cursor };
    },
  });
  readonly #action = new Action(this);
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
    ${errorNotice(this.#action.problem)} ${isUnderWay(rotation) ? this.#table() : nothing}
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
    return html`${last ? ended(last) : nothing} ${leftBehind(last, roots)}
      <div class="row">
        <button ?disabled=${this.#action.isBusy} @click=${this.#begin}>${texts.begin}</button>
      </div>
      <fm-own-authority
        .request=${request}
        @fm-standing=${({ detail }: CustomEvent<Standing>) => this.#changed(detail)}
      ></fm-own-authority>`;
  }

  #underWay(rotation: Rotation): TemplateResult {
    const { phase, hosts, begun_by: by, begun_at: at } = rotation;
    return html`<div class="stack tight">
        <p class="quiet">${texts.begun(safeName(by))} <fm-time datetime=${at}></fm-time>.</p>
        <fm-progress label=${texts.progress} .parts=${partsOf(rotation)}></fm-progress>
        <p role="status">${phase === 'going_back' ? texts.returned(hosts) : texts.moved(hosts)}</p>
        ${waitsFor(rotation)}
      </div>
      ${phase === 'finishing' ? nothing : this.#buttons(rotation)}`;
  }

  #buttons(rotation: Rotation): TemplateResult {
    const { phase, paused, hosts } = rotation;
    const left = hosts.total - hosts.done;
    const isRolling = phase === 'rolling';
    const { isBusy } = this.#action;
    const toggle = paused ? (['resume', 'go'] as const) : (['pause', 'hold'] as const);
    return html`<div class="row">
        ${
          isRolling && left === 0
            ? html`<button class="primary" ?disabled=${isBusy} @click=${this.#finish}>
                ${texts.finish}
              </button>`
            : nothing
        }
        ${
          left > 0
            ? html`<button ?disabled=${isBusy} @click=${() => void this.#step(toggle[0])}>
                ${texts[toggle[1]]}
              </button>`
            : nothing
        }
        ${isRolling ? html`<button ?disabled=${isBusy} @click=${this.#back}>${texts.back}</button>` : nothing}
        ${
          left > 0
            ? html`<fm-override .texts=${texts.without(left)} .send=${this.#finishWithout}></fm-override>`
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

  readonly #begin = async (): Promise<void> => {
    const { beginTitle: title, beginWhat: text, beginAct: action } = texts;
    if (await confirmAction({ title, text, action, tone: 'primary' }))
      await this.#done(() => must(api.POST('/api/v1/ca/rotation', {})));
  };

  readonly #back = async (): Promise<void> => {
    const { backTitle: title, backWhat: text, back: action } = texts;
    if (await confirmAction({ title, text, action })) await this.#step('go-back');
  };

  readonly #finish = async (): Promise<void> => {
    const { finishTitle: title, finishWhat: text, finish: action } = texts;
    if (await confirmAction({ title, text, action }))
      await this.#done(() => must(api.POST('/api/v1/ca/rotation/finish', { body: {} })));
  };

  readonly #finishWithout = async (reason: string): Promise<void> => {
    this.#changed(await must(api.POST('/api/v1/ca/rotation/finish', { body: { reason } })));
  };

  #step(step: Step): Promise<void> {
    return this.#done(() => must(api.POST(`/api/v1/ca/rotation/${step}`, {})));
  }

  async #done(call: () => Promise<Standing>): Promise<void> {
    await this.#action.run(async () => this.#changed(await call()));
    // Somebody else may have been faster, and the page out of date.
    if (this.#action.problem !== null) this.#standing.retry();
  }

  #changed(standing: Standing): void {
    this.#standing.change(() => standing);
  }
}

const meaning = (name: string, text: string): TemplateResult =>
  html`<dt>${name}</dt>
    <dd>${text}</dd>`;

const notice = (tone: 'warn' | 'ok' | '', symbol: Parameters<typeof icon>[0], text: string): TemplateResult =>
  html`<p class="notice ${tone}">${icon(symbol)} <span>${text}</span></p>`;

function waitsFor({ phase, paused, hosts }: Rotation): unknown {
  if (phase === 'finishing') return notice('', 'clock', texts.finishing);
  return html`${paused ? notice('', 'clock', texts.held) : nothing}
  ${hosts.away > 0 ? notice('warn', 'warning', texts.away(hosts.away)) : nothing}
  ${hosts.failing > 0 ? notice('warn', 'warning', texts.failing(hosts.failing)) : nothing}
  ${phase === 'rolling' && hosts.done === hosts.total ? notice('ok', 'check', texts.allDone) : nothing}`;
}

const partsOf = ({ hosts: { total, done, trusting, failing } }: Rotation) => [
  { tone: 'ok' as const, count: done, label: 'moved' },
  { tone: 'busy' as const, count: trusting, label: 'know both roots' },
  {
    tone: 'neutral' as const,
    count: total - done - trusting,
    label: `waiting, ${failing} of those left failed`,
  },
];

function ended({ phase, begun_by: by, ended_at: at, reason }: Rotation): TemplateResult {
  const what = phase === 'gone_back' ? texts.ended.gone_back : texts.ended.finished;
  return html`<p class="quiet">
    ${what} <fm-time datetime=${at ?? ''}></fm-time>, begun by
    ${safeName(by)}.${reason === null ? nothing : html` Hosts were left behind: ${safeLine(reason, 500)}`}
  </p>`;
}

/** Shown only if somebody finished without some hosts, whose certificates are of the root that was removed. */
function leftBehind(last: Rotation | null, roots: readonly Root[]): unknown {
  if (last?.phase !== 'finished' || last.reason === null) return nothing;
  const pin = roots.find(({ state }) => state === 'in_use')?.public_key_sha256;
  return pin === undefined ? nothing : html`<fm-left-behind pin=${pin}></fm-left-behind>`;
}

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
    ${above === null ? nothing : meaning('Signed by', safeLine(above, 253))}
    <dt>Valid until</dt>
    <dd><fm-time mode="absolute" datetime=${end}></fm-time></dd>
    <dt>Signed for</dt>
    <dd>${countText(count)} certificates of hosts in force</dd>
    <dt>Fingerprint</dt>
    <dd><fm-copy name="SHA-256 of ${safeName(name)}" value=${sha}></fm-copy></dd>
  </dl>`;
}

define('fm-rotation', FmRotation);
