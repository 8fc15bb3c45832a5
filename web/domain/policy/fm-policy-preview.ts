import { css, html, nothing, type TemplateResult } from 'lit';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { AfterTyping } from '../../core/afterTyping.ts';
import { api, must } from '../../core/api.ts';
import { ApiError } from '../../core/apiError.ts';
import { define, FmElement } from '../../core/element.ts';
import { features } from '../../core/features.ts';
import { plural } from '../../core/format.ts';
import { may } from '../../core/permissions.ts';
import { session } from '../../core/session.ts';
import type { Schemas } from '../../core/schema.ts';
import { icon } from '../../icons/icons.ts';
import { holdsList, holdStyles } from '../job/fm-job-review.ts';
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

/**
 * What keeps hosts from starting at the first start: windows that are closed then, and freezes. Null where nobody can
 * say: without a start or a target, or where the manager does not tell this reader.
 */
async function conflictsOf(
  { starts: [first] }: Preview,
  target: Schemas['JobTarget'] | undefined,
  signal: AbortSignal,
): Promise<Schemas['JobPreviewHold'][] | null> {
  if (!first || !target || !features.serves('previewJob') || !may(session.user, 'jobs:read')) return null;
  const body = { operation: 'patch' as const, target, schedule_at: first.starts_at };
  try {
    const { holds } = await must(api.POST('/api/v1/jobs/preview', { body, signal }));
    return holds.filter(({ kind }) => kind === 'window' || kind === 'freeze');
  } catch {
    // The starts are worth showing without.
    return null;
  }
}

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
  static override styles = [FmElement.styles, holdStyles, styles];
  static override properties = {
    body: { attribute: false },
    inWindows: { attribute: false },
    preview: { state: true },
    conflicts: { state: true },
    who: { state: true },
    problem: { state: true },
  };
  /** Null: the policy is not complete. */
  declare body: Body | null;
  /** Whether its jobs wait for windows and freezes. */
  declare inWindows: boolean;
  declare preview: Preview | null;
  /** Null: not known. */
  declare conflicts: readonly Schemas['JobPreviewHold'][] | null;
  declare who: SomeHosts | null;
  declare problem: unknown;

  constructor() {
    super();
    this.body = null;
    this.inWindows = true;
    this.preview = null;
    this.conflicts = null;
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
      ${startsList(preview.starts)} ${this.inWindows ? this.#conflicts(preview) : nothing}
    </section>`;
  }

  #conflicts({ hosts_total: total }: Preview): unknown {
    const { conflicts } = this;
    if (conflicts === null || !total) return nothing;
    if (conflicts.length === 0)
      return html`<p class="quiet">At the first run no window is closed and no freeze is active.</p>`;
    return html`<div class="notice warn" role="status">
      ${icon('warning')}
      <div class="stack tight">
        <p>The first run meets a closed window or a freeze:</p>
        ${holdsList(conflicts)}
      </div>
    </div>`;
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
      if (!preview.hosts_total) return;
      const conflicts = await conflictsOf(preview, body.target, signal);
      if (!signal.aborted) this.conflicts = conflicts;
    } catch (error) {
      if (signal.aborted) return;
      const isRefused = error instanceof ApiError && error.code === 'POLICY_INVALID';
      this.#show(null, null, isRefused ? null : error);
      if (isRefused) this.dispatchEvent(new CustomEvent('fm-refused', { detail: error.message }));
    }
  }

  #show(preview: Preview | null, who: SomeHosts | null = null, problem: unknown = null): void {
    Object.assign(this, { preview, who, problem, conflicts: null });
    this.dispatchEvent(new CustomEvent('fm-preview', { detail: preview }));
  }
}

define('fm-policy-preview', FmPolicyPreview);
