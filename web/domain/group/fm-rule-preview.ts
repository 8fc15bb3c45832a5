import { Task } from '@lit/task';
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { api, must } from '../../core/api.ts';
import { define, FmElement } from '../../core/element.ts';
import { renderTask } from '../../components/fm-state/renderTask.ts';
import type { Schemas } from '../../core/schema.ts';
import { hostName } from '../host/hostName.ts';
import { begunRule, completeRule, type GroupRule } from './rule.ts';
import { groupTexts as texts } from './texts.ts';

/** Keys pressed within this time of each other make one question. */
const TYPING_MS = 250;
const SHOWN = 24;

const styles = css`
  ul {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(14rem, 100%), 1fr));
    gap: var(--fm-space-1) var(--fm-space-4);
    padding: 0;
    list-style: none;
  }

  li {
    overflow-wrap: anywhere;
  }
`;

/** The hosts that match a rule right now, as the manager finds them; asks again while somebody types. */
export class FmRulePreview extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = { rule: { attribute: false }, asked: { state: true } };
  declare rule: GroupRule | null;
  /** The rule that was asked about last, as text, so that the same is not asked twice. */
  declare asked: string | null;
  #typing: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.rule = null;
    this.asked = null;
  }

  readonly #hosts = new Task(this, {
    task: async ([asked]: readonly [string | null], { signal }): Promise<Schemas['HostList'] | null> => {
      if (asked === null) return null;
      const rule = JSON.parse(asked) as GroupRule;
      const params = { query: { limit: SHOWN } };
      return must(api.POST('/api/v1/groups/preview', { params, body: { rule }, signal }));
    },
    args: () => [this.asked] as const,
  });

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#typing);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('rule')) return;
    clearTimeout(this.#typing);
    const begun = this.rule && begunRule(this.rule);
    const wanted = begun ? JSON.stringify(begun) : null;
    if (wanted === null || this.asked === null) this.asked = wanted;
    else this.#typing = setTimeout(() => (this.asked = wanted), TYPING_MS);
  }

  override render(): TemplateResult {
    if (this.asked === null) return html`<p class="quiet">${texts.previewWaits}</p>`;
    return html`${renderTask(this.#hosts, {
      what: 'the hosts',
      complete: (list) => (list === null ? nothing : this.#list(list)),
    })}`;
  }

  #list({ hosts, total }: Schemas['HostList']): TemplateResult {
    const isPart = this.rule !== null && completeRule(this.rule) === null;
    const part = isPart ? html`<p class="quiet">${texts.previewPart}</p>` : nothing;
    if (total === 0)
      return html`<p role="status">${texts.previewNone}</p>
        ${part}`;
    return html`<div class="stack tight">
      ${part}
      <p role="status">${texts.previewFound(total)}</p>
      <ul>
        ${hosts.map((host) => html`<li>${hostName(host)}</li>`)}
        ${total > hosts.length ? html`<li class="quiet">${texts.previewMore(total - hosts.length)}</li>` : nothing}
      </ul>
    </div>`;
  }
}

define('fm-rule-preview', FmRulePreview);
