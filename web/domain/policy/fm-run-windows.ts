import { css, html, nothing, type TemplateResult } from 'lit';
import { AfterTyping } from '../../core/afterTyping.ts';
import { api, must } from '../../core/api.ts';
import { define, FmElement } from '../../core/element.ts';
import { features } from '../../core/features.ts';
import { plural } from '../../core/format.ts';
import { may } from '../../core/permissions.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { session } from '../../core/session.ts';
import { icon } from '../../icons/icons.ts';
import { zonedText } from '../recurrence/texts.ts';

type Body = Schemas['PreviewRunWindowsRequest'];
type Preview = Schemas['RunWindowsPreview'];
type Run = Preview['runs'][number];

const styles = css`
  ul {
    display: grid;
    gap: var(--fm-space-2);
    margin: 0;
    padding-inline-start: 1.25rem;
  }

  ul ul {
    gap: var(--fm-space-1);
  }

  p {
    margin: 0;
  }

  li {
    overflow-wrap: anywhere;
  }
`;

/**
 * Which windows are closed and which freezes are active at the next runs of a policy, saved or not, as the manager
 * finds it, in the zone of the policy. Shows nothing where the manager has no windows, or does not tell this reader.
 */
export class FmRunWindows extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = { body: { attribute: false }, preview: { state: true } };
  /** Null: the policy is not complete. */
  declare body: Body | null;
  declare preview: Preview | null;

  constructor() {
    super();
    this.body = null;
    this.preview = null;
    new AfterTyping<Body>(this, {
      body: () =>
        features.serves('previewRunWindows') && may(session.user, 'windows:read') ? this.body : null,
      forget: () => (this.preview = null),
      ask: (body, signal) => this.#read(body, signal),
    });
  }

  override render(): unknown {
    const { preview } = this;
    const zone = this.body?.timezone ?? 'UTC';
    if (!preview || preview.hosts_total === 0 || preview.runs.length === 0) return nothing;
    const held = preview.runs.filter(({ holds }) => holds.length > 0);
    if (held.length === 0) return html`<p class="quiet" role="status">${allFree(preview.runs.length)}</p>`;
    return html`<div class="notice warn" role="status">
      ${icon('warning')}
      <div class="stack tight">
        <p>${someHeld(held.length, preview.runs.length)}</p>
        <ul aria-label="Conflicts">
          ${held.map((run) => html`<li>${conflict(run, preview.hosts_total, zone)}</li>`)}
        </ul>
      </div>
    </div>`;
  }

  async #read(body: Body, signal: AbortSignal): Promise<void> {
    try {
      this.preview = await must(api.POST('/api/v1/maintenance-windows/preview-runs', { body, signal }));
    } catch {
      // The policy and its starts are worth showing without; what is wrong with the times is said beside them.
      if (!signal.aborted) this.preview = null;
    }
  }
}

const allFree = (runs: number): string =>
  runs === 1
    ? 'The next run meets no closed window and no freeze.'
    : `The next ${plural(runs, 'run')} meet no closed window and no freeze.`;

const someHeld = (held: number, runs: number): string =>
  runs === 1
    ? 'The next run meets a closed window or a freeze:'
    : `${held} of the next ${plural(runs, 'run')} ${held === 1 ? 'meets' : 'meet'} a closed window or a freeze:`;

function conflict(
  { starts_at: at, holds, holds_total: total }: Run,
  hosts: number,
  zone: string,
): TemplateResult {
  const more = total - holds.length;
  return html`${zonedText(at, zone)}:
    <ul>
      ${holds.map((hold) => html`<li>${holdText(hold, hosts, zone)}</li>`)}
      ${more > 0 ? html`<li>And ${plural(more, 'more', 'more')}.</li>` : nothing}
    </ul>`;
}

/** “Freeze Turn of the year is active for 3 of 12 hosts; work starts on Thu, 7 Jan 2027 at 22:00.” */
function holdText(
  { kind, id, name, hosts_total: count, until }: Run['holds'][number],
  hosts: number,
  zone: string,
): TemplateResult {
  const who = count < hosts ? `${count} of ${plural(hosts, 'host')}` : plural(hosts, 'host');
  const link = html`<a href="/calendar?edit=${id}">${safeName(name)}</a>`;
  const then = until === null ? 'no later start is known' : `work starts on ${zonedText(until, zone)}`;
  return kind === 'freeze'
    ? html`Freeze ${link} is active for ${who}; ${then}.`
    : html`Window ${link} is closed for ${who}; ${then}.`;
}

define('fm-run-windows', FmRunWindows);
