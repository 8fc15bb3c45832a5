import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import '../../components/fm-table/fm-table.ts';
import '../../components/fm-time/fm-time.ts';
import '../../components/fm-state/fm-state.ts';
import { define, FmElement } from '../../element.ts';
import { bytesText, countText, plural } from '../../format.ts';
import { safeName } from '../../safeText.ts';
import type { Schemas } from '../../schema.ts';
import { narrowColumns, wideColumns } from './patchColumns.ts';
import { cvesOf, downloadBytes, keptBackShort, keptBackText, sortPatches, type Patch } from './patches.ts';
import { styles } from './fm-host-patches.styles.ts';

const NARROW = '(max-width: 44rem)';

/** What the host's package manager offers: security first, and why something is left out. */
export class FmHostPatches extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    value: { attribute: false },
    chosen: { state: true },
    isNarrow: { state: true },
  };
  declare value: Schemas['HostPatches'] | null;
  declare chosen: Patch | null;
  declare isNarrow: boolean;
  readonly #narrow = matchMedia(NARROW);
  #sorted: readonly Patch[] = [];

  constructor() {
    super();
    this.value = null;
    this.chosen = null;
    this.isNarrow = this.#narrow.matches;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#narrow.addEventListener('change', this.#resized);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#narrow.removeEventListener('change', this.#resized);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('value')) return;
    this.#sorted = sortPatches(this.value?.patches ?? []);
    const { chosen } = this;
    if (chosen) this.chosen = this.#sorted.find((one) => isSame(one, chosen)) ?? null;
  }

  override render(): unknown {
    const { value } = this;
    if (!value) return nothing;
    if (value.total === null)
      return html`<fm-state kind="empty" heading="The package lists of this host were never read.">
        “Refresh now” reads them.
      </fm-state>`;
    return html`<div class="stack tight">
      <p>${this.#summary(value)}</p>
      ${
        value.patches.length === 0
          ? html`<fm-state kind="empty" heading="Nothing to patch.">
              Every package is as new as the host’s repositories have it.
            </fm-state>`
          : html`<fm-table
                label="Patches"
                .rows=${this.#sorted}
                .columns=${this.isNarrow ? narrowColumns : wideColumns}
                .rowKey=${keyOf}
                .total=${this.#sorted.length}
                .rowHeightPx=${this.isNarrow ? 60 : 40}
                @fm-open=${({ detail }: CustomEvent<Patch>) => (this.chosen = detail)}
              ></fm-table>
              <div aria-live="polite">${this.chosen ? patchDetail(this.chosen) : hint()}</div>`
      }
    </div>`;
  }

  #summary({
    total,
    security_total: security,
    refreshed_at,
    polled_at,
  }: Schemas['HostPatches']): TemplateResult {
    const bytes = downloadBytes(this.#sorted);
    const leftOut = this.#sorted.filter((patch) => keptBackShort(patch) !== null).length;
    return html`<strong>${plural(total ?? 0, 'patch', 'patches')}</strong>, ${countText(security)} for
      security${leftOut > 0 ? `, ${countText(leftOut)} left out` : ''};
      ${bytes === null ? 'download size unknown' : `${bytesText(bytes)} to download`}.
      <span class="quiet"
        >Read <fm-time .datetime=${polled_at}></fm-time>, from package lists refreshed
        <fm-time .datetime=${refreshed_at} missing="at an unknown time"></fm-time>.</span
      >`;
  }

  readonly #resized = ({ matches }: MediaQueryListEvent): void => {
    this.isNarrow = matches;
  };
}

function hint(): TemplateResult {
  return html`<span class="quiet small"
    >Choose a package for its CVEs, its origin and why it is left out.</span
  >`;
}

function patchDetail(patch: Patch): TemplateResult {
  const cves = cvesOf(patch);
  const { advisories, security_version: securityVersion, origin } = patch;
  const leftOut = keptBackText(patch);
  return html`<section class="detail stack tight" aria-label="Chosen package">
    <h3>${safeName(patch.name)} <span class="quiet">${safeName(patch.arch)}</span></h3>
    <dl class="facts">
      <dt>Version</dt>
      <dd>${safeName(patch.current_version)} → ${safeName(patch.available_version)}</dd>
      ${securityVersion === null ? nothing : fact('Security alone', safeName(securityVersion))}
      ${leftOut === null ? nothing : fact('Left out', leftOut)}
      ${fact('Origin', origin === null ? 'unknown' : safeName(origin))}
      ${fact(
        'Advisories',
        advisories.length === 0 ? 'none published' : advisories.map(({ id }) => safeName(id)).join(', '),
      )}
      ${fact('CVEs', cves.length === 0 ? 'none published' : cves.map((cve) => safeName(cve)).join(', '))}
    </dl>
  </section>`;
}

function fact(term: string, text: string): TemplateResult {
  return html`<dt>${term}</dt>
    <dd>${text}</dd>`;
}

function keyOf({ name, arch, available_version: version }: Patch): string {
  return `${name}\n${arch}\n${version}`;
}

function isSame(a: Patch, b: Patch): boolean {
  return a.name === b.name && a.arch === b.arch;
}

define('fm-host-patches', FmHostPatches);
