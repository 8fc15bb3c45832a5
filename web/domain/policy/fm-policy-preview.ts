import { css, html, nothing, type TemplateResult } from 'lit';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { AfterTyping } from '../../core/afterTyping.ts';
import { api, must } from '../../core/api.ts';
import { ApiError } from '../../core/apiError.ts';
import { define, FmElement } from '../../core/element.ts';
import { plural } from '../../core/format.ts';
import type { Schemas } from '../../core/schema.ts';
import './fm-run-windows.ts';
import { startsList } from './starts.ts';
import { hostName } from '../host/hostName.ts';

const SHOWN = 8;
/** The most groups and tags of a target that are read: the names help to recognize the target, not to count it. */
const MOST_PARTS = 6;

/** Some of the hosts of a target, by name. */
interface SomeHosts {
  names: string[];
}

/** Reads some of the hosts of a target. Rejects with what the manager answered. */
async function whoIsIn(
  { group_ids: groups = [], tags = [], filter }: Schemas['JobTarget'],
  signal: AbortSignal,
): Promise<SomeHosts> {
  const parts = [
    ...groups.map((id) => ({ group_id: id })),
    ...tags.map((tag) => ({ tag })),
    ...(filter ? [filter] : []),
  ].slice(0, MOST_PARTS);
  const lists = await Promise.all(
    parts.map((part) => {
      const params = { query: { ...part, limit: SHOWN } };
      return must(api.GET('/api/v1/hosts', { params, signal }));
    }),
  );
  const names = new Map(lists.flatMap(({ hosts }) => hosts.map((host) => [host.id, hostName(host)])));
  return { names: [...names.values()].sort().slice(0, SHOWN) };
}

type Body = Schemas['PreviewPolicyRequest'];
type Preview = Schemas['PolicyPreview'];

const styles = css`
  ol {
    display: grid;
    gap: var(--fm-space-1);
    margin: 0;
    padding-inline-start: 1.75rem;
  }

  p {
    overflow-wrap: anywhere;
  }
`;

/**
 * Which hosts a policy that is being filled in would hold, and when it would start, as the manager finds it; nothing is
 * stored. Fires `fm-preview` with what it read (null: nothing), and `fm-refused` with what the manager says is wrong
 * with the times.
 */
export class FmPolicyPreview extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    body: { attribute: false },
    inWindows: { attribute: false },
    preview: { state: true },
    who: { state: true },
    problem: { state: true },
  };
  /** Null: the policy is not complete. */
  declare body: Body | null;
  /** Whether its jobs wait for windows and freezes. */
  declare inWindows: boolean;
  declare preview: Preview | null;
  declare who: SomeHosts | null;
  declare problem: unknown;

  constructor() {
    super();
    this.body = null;
    this.inWindows = true;
    this.preview = null;
    this.who = null;
    this.problem = null;
    new AfterTyping<Body>(this, {
      body: () => this.body,
      forget: () => this.#show(null),
      ask: (body, signal) => this.#read(body, signal),
    });
  }

  override render(): unknown {
    const { preview, problem } = this;
    if (problem !== null) return errorNotice(problem);
    if (!preview) return nothing;
    return html`<section class="stack tight" aria-label="Preview">
      <h3>Matching hosts</h3>
      ${this.#hosts(preview)}
      <h3>Upcoming runs</h3>
      ${startsList(preview.starts, { timezone: this.body?.timezone ?? 'UTC' })}
      <fm-run-windows .body=${this.#runs()}></fm-run-windows>
    </section>`;
  }

  #runs(): Schemas['PreviewRunWindowsRequest'] | null {
    const { body, inWindows } = this;
    return body?.target ? { ...body, target: body.target, respect_windows: inWindows } : null;
  }

  #hosts({ hosts_total: total }: Preview): TemplateResult {
    if (total === null) return html`<p class="quiet">Select hosts to see how many match.</p>`;
    if (total === 0)
      return html`<p class="notice warn" role="status">
        No hosts match now. Runs without hosts are skipped.
      </p>`;
    const names = this.who?.names ?? [];
    const more = total - names.length;
    const rest = more > 0 && names.length > 0 ? ` and ${plural(more, 'more', 'more')}` : '';
    return html`<p role="status">
      <strong>${plural(total, 'host')}</strong>${names.length === 0 ? '.' : `: ${names.join(', ')}${rest}.`}
    </p>`;
  }

  async #read(body: Body, signal: AbortSignal): Promise<void> {
    try {
      const [preview, who] = await Promise.all([
        must(api.POST('/api/v1/policies/preview', { body, signal })),
        body.target ? whoIsIn(body.target, signal) : null,
      ]);
      this.#show(preview, who);
    } catch (error) {
      if (signal.aborted) return;
      const isRefused = error instanceof ApiError && error.code === 'POLICY_INVALID';
      this.#show(null, null, isRefused ? null : error);
      if (isRefused) this.dispatchEvent(new CustomEvent('fm-refused', { detail: error.message }));
    }
  }

  #show(preview: Preview | null, who: SomeHosts | null = null, problem: unknown = null): void {
    Object.assign(this, { preview, who, problem });
    this.dispatchEvent(new CustomEvent('fm-preview', { detail: preview }));
  }
}

define('fm-policy-preview', FmPolicyPreview);
