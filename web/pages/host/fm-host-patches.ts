import { html, nothing, type PropertyValues, type TemplateResult, css } from 'lit';
import { newJobHref } from '../../domain/host/chosenHosts.ts';
import type { Column } from '../../components/fm-table/column.ts';
import '../../components/fm-table/fm-table.ts';
import '../../components/fm-time/fm-time.ts';
import '../../components/fm-state/fm-state.ts';
import { define, FmElement } from '../../core/element.ts';
import { bytesText, countText, plural } from '../../core/format.ts';
import { may } from '../../core/permissions.ts';
import { session } from '../../core/session.ts';
import { icon } from '../../icons/icons.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { standingCell } from '../../domain/exposure/patchColumns.ts';
import type { Patch as SecurityPatch } from '../../domain/exposure/patches.ts';
import { asker } from '../../domain/host/asker.ts';
import { cveLinks } from '../../domain/patch/cveLinks.ts';
import { columnsFor, kindText } from '../../domain/patch/columns.ts';
import {
  cvesOf,
  downloadBytes,
  heldSecurity,
  keptBackShort,
  keptBackText,
  sortPatches,
  type Patch,
} from '../../domain/patch/patches.ts';

const styles = css`
  fm-table {
    --fm-table-height: 26rem;
  }

  .detail {
    padding: var(--fm-space-3) var(--fm-space-4);
    border: 1px solid var(--fm-line);
    border-radius: var(--fm-radius-large);
    background: var(--fm-surface-sunken);
  }
`;

const NARROW = '(max-width: 44rem)';
const NAMES_SHOWN = 8;

const UNKNOWN =
  'The repositories of these updates publish no advisories and have no separate security archive, so it is unknown which of them are security updates. Security-only jobs skip them.';

/**
 * The patches that the host's package manager offers: security first, and why one is left out. Fires `fm-unhold` (names
 * of packages).
 */
export class FmHostPatches extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    value: { attribute: false },
    hostId: {},
    standings: { attribute: false },
    mayPlan: { type: Boolean },
    planReason: { attribute: false },
    selected: { state: true },
    chosen: { state: true },
    isNarrow: { state: true },
  };
  declare value: Schemas['HostPatches'] | null;
  declare hostId: string;
  /** How security patches stand towards their service levels; those that are missing are not judged. */
  declare standings: readonly SecurityPatch[];
  /** Whether a job may be made from here. */
  declare mayPlan: boolean;
  /** Why no job is made for it now; null: one can be. */
  declare planReason: string | null;
  declare selected: ReadonlySet<string>;
  declare chosen: Patch | null;
  declare isNarrow: boolean;
  readonly #narrow = matchMedia(NARROW);
  #sorted: readonly Patch[] = [];
  #standingOf: ReadonlyMap<string, SecurityPatch> = new Map();

  constructor() {
    super();
    this.value = null;
    this.hostId = '';
    this.standings = [];
    this.mayPlan = false;
    this.planReason = null;
    this.selected = new Set();
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
    if (changed.has('hostId')) this.selected = new Set();
    if (changed.has('standings'))
      this.#standingOf = new Map(
        this.standings.map((one) => [keyOf({ ...one, name: one.package }), one] as const),
      );
    if (!changed.has('value')) return;
    this.#sorted = sortPatches(this.value?.patches ?? []);
    const { chosen } = this;
    if (chosen) this.chosen = this.#sorted.find((one) => isSame(one, chosen)) ?? null;
  }

  override render(): unknown {
    const { value } = this;
    if (!value) return nothing;
    if (value.total === null)
      return html`<fm-state kind="empty" heading="No patch data yet">
        ${
          may(session.user, 'hosts:refresh')
            ? 'Use “Refresh now” to read the package lists of this host.'
            : 'Your role cannot refresh hosts. The manager reads the package lists at the next poll.'
        }
      </fm-state>`;
    const [security, unknown, others] = [true, null, false].map((is) =>
      this.#sorted.filter((one) => one.security === is),
    );
    return html`<div class="stack">
      <div class="row spread">
        <p>${this.#summary(value)}</p>
        ${this.mayPlan ? this.#actions() : nothing}
      </div>
      ${this.#heldNotice()}
      ${
        value.patches.length === 0
          ? html`<fm-state kind="empty" heading="Up to date">
              All packages are at the newest version in the host’s repositories.
            </fm-state>`
          : html`${this.#group('Security', security ?? [])}
            ${this.#group('Security unknown', unknown ?? [], UNKNOWN)}
            ${this.#group('Other updates', others ?? [])}`
      }
    </div>`;
  }

  /** Tells of held security patches: in the list they look like those that the next patch job installs. */
  #heldNotice(): unknown {
    const names = heldSecurity(this.#sorted);
    if (names.length === 0) return nothing;
    const some = names.slice(0, NAMES_SHOWN).map((name) => safeName(name));
    const more = names.length - some.length;
    return html`<div class="notice warn">
      ${icon('lock')}
      <div>
        ${plural(names.length, 'package')} with security patches ${names.length === 1 ? 'is' : 'are'} held on
        the host: ${some.join(', ')}${more > 0 ? ` and ${countText(more)} more` : ''}. Patch jobs skip held
        packages, so their vulnerabilities stay open until you unhold them.
      </div>
      ${
        this.mayPlan && this.planReason === null
          ? html`<button @click=${() => this.dispatchEvent(new CustomEvent('fm-unhold', { detail: names }))}>
              Unhold …
            </button>`
          : nothing
      }
    </div>`;
  }

  #actions(): TemplateResult {
    if (this.planReason !== null) return html`<span class="quiet">${this.planReason}</span>`;
    const isPlannable = this.#sorted.some((patch) => patch.security && keptBackShort(patch) === null);
    const names = [
      ...new Set(this.#sorted.filter((one) => this.selected.has(keyOf(one))).map(({ name }) => name)),
    ];
    return html`<div class="row">
      ${
        names.length > 0
          ? html`<a
              class="button primary"
              href=${newJobHref(
                [this.hostId],
                names.map((name) => ['package', name] as const),
              )}
              >${icon('jobs')} Plan ${plural(names.length, 'package')}</a
            >`
          : nothing
      }
      ${
        isPlannable
          ? html`<a class="button" href=${newJobHref([this.hostId], [['security', '1']])}
              >${icon('shield')} Plan all security patches</a
            >`
          : nothing
      }
    </div>`;
  }

  #group(title: string, patches: readonly Patch[], why?: string): unknown {
    if (patches.length === 0) return nothing;
    const { chosen } = this;
    return html`<div class="stack tight">
      <h3>${title} <span class="quiet number">${countText(patches.length)}</span></h3>
      ${why === undefined ? nothing : html`<p class="quiet">${why}</p>`}
      <fm-table
        label="${title}: patches"
        .rows=${patches}
        .columns=${this.#columns(patches)}
        .rowKey=${keyOf}
        .total=${patches.length}
        .rowHeightPx=${this.isNarrow ? 60 : 40}
        .selected=${this.mayPlan ? this.selected : null}
        @fm-select=${({ detail }: CustomEvent<ReadonlySet<string>>) => (this.selected = detail)}
        @fm-open=${({ detail }: CustomEvent<Patch>) => (this.chosen = detail)}
      ></fm-table>
      <div aria-live="polite">
        ${chosen && patches.some((one) => isSame(one, chosen)) ? patchDetail(chosen, this.#standing(chosen)) : nothing}
      </div>
    </div>`;
  }

  /** On a phone a package tells its standing once it is selected. */
  #columns(patches: readonly Patch[]): readonly Column<Patch>[] {
    const columns = columnsFor(patches, this.isNarrow);
    const isJudged = !this.isNarrow && patches.some((patch) => this.#standingOf.has(keyOf(patch)));
    return isJudged ? [...columns, { ...STANDING, render: (patch) => this.#standing(patch) }] : columns;
  }

  #standing(patch: Patch): unknown {
    const standing = this.#standingOf.get(keyOf(patch));
    const mayExcept = asker.may('exposure:except') && asker.serves('createExposureException');
    return standing ? standingCell(standing, mayExcept) : nothing;
  }

  #summary({
    total,
    security_total: security,
    refreshed_at,
    polled_at,
  }: Schemas['HostPatches']): TemplateResult {
    const bytes = downloadBytes(this.#sorted);
    const leftOut = this.#sorted.filter((patch) => keptBackShort(patch) !== null).length;
    const unknown = this.#sorted.filter((patch) => patch.security === null).length;
    const more = security === null || unknown === 0 ? '' : ` (unknown of ${countText(unknown)})`;
    return html`<strong>${plural(total ?? 0, 'patch', 'patches')}</strong>, ${countText(security)}${more}
      security${leftOut > 0 ? `, ${countText(leftOut)} kept back` : ''};
      ${bytes === null ? 'download size unknown' : `${bytesText(bytes)} to download`}.
      <span class="quiet"
        >Select a package for its CVEs and origin. Host polled <fm-time .datetime=${polled_at}></fm-time>;
        package lists updated
        <fm-time .datetime=${refreshed_at} missing="at an unknown time"></fm-time>.</span
      >`;
  }

  readonly #resized = ({ matches }: MediaQueryListEvent): void => {
    this.isNarrow = matches;
  };
}

const STANDING = { key: 'standing', header: 'Service level', minRem: 13, grow: 1 } as const;

function patchDetail(patch: Patch, standing: unknown): TemplateResult {
  const cves = cvesOf(patch);
  const { advisories, security_version: securityVersion, origin } = patch;
  const leftOut = keptBackText(patch);
  return html`<section class="detail stack tight" aria-label="Selected package">
    <h3>${safeName(patch.name)} <span class="quiet">${safeName(patch.arch)}</span></h3>
    <dl class="facts">
      ${fact('Kind', kindText(patch))}
      <dt>Version</dt>
      <dd>${safeName(patch.current_version)} → ${safeName(patch.available_version)}</dd>
      ${securityVersion === null ? nothing : fact('Security only', safeName(securityVersion))}
      ${leftOut === null ? nothing : fact('Kept back', leftOut)}
      ${standing === nothing ? nothing : fact(STANDING.header, standing)}
      ${fact('Origin', origin === null ? 'unknown' : safeName(origin))}
      ${fact(
        'Advisories',
        advisories.length === 0 ? 'none published' : advisories.map(({ id }) => safeName(id)).join(', '),
      )}
      ${fact('CVEs', cves.length === 0 ? 'none published' : cveLinks(cves))}
    </dl>
  </section>`;
}

function fact(term: string, text: unknown): TemplateResult {
  return html`<dt>${term}</dt>
    <dd>${text}</dd>`;
}

function keyOf({
  name,
  arch,
  available_version: version,
}: Pick<Patch, 'name' | 'arch' | 'available_version'>): string {
  return `${name}\n${arch}\n${version}`;
}

function isSame(a: Patch, b: Patch): boolean {
  return a.name === b.name && a.arch === b.arch;
}

define('fm-host-patches', FmHostPatches);
