import { html, nothing, type TemplateResult, css } from 'lit';
import '#web/components/fm-bars/fm-bars.ts';
import '#web/components/fm-field/fm-field.ts';
import type { FieldOption, FieldValue } from '#web/components/fm-field/fm-field.ts';
import '#web/components/fm-page-header/fm-page-header.ts';
import type { PageAction } from '#web/components/fm-page-header/fm-page-header.ts';
import { errorNotice } from '#web/components/fm-state/renderTask.ts';
import { Action } from '#web/core/action.ts';
import { announce } from '#web/core/announce.ts';
import { api, download, must, patiently } from '#web/core/api.ts';
import { define, FmPage } from '#web/core/element.ts';
import { features } from '#web/core/features.ts';
import { countText, plural } from '#web/core/format.ts';
import { isLimited, may } from '#web/core/permissions.ts';
import { setQuery } from '#web/core/query.ts';
import { Resource } from '#web/core/resource.ts';
import type { Schemas } from '#web/core/schema.ts';
import { session } from '#web/core/session.ts';
import { icon } from '#web/icons/icons.ts';
import { readGroups, type Group } from '#web/domain/group/read.ts';
import { repeatHref } from '../begun.ts';
import { REPORTS } from '../names.ts';
import { exactOf, FIRST_PERIOD, periodOf, PERIODS, type Period } from './periods.ts';
import { texts } from './texts.ts';

const styles = css`
  .figures {
    margin: 0;
  }

  .figures > div {
    display: grid;
    grid-template-columns: minmax(8rem, 15rem) 6.5rem minmax(0, 1fr);
    align-items: baseline;
    gap: 0 var(--fm-space-3);
    padding-block: var(--fm-space-1);
    border-block-end: 1px solid var(--fm-line);
    break-inside: avoid;
  }

  .figures dd {
    margin: 0;
  }

  .value {
    font-weight: var(--fm-weight-strong);
    text-align: end;
    font-variant-numeric: tabular-nums;
  }

  @media (width < 48rem) {
    .figures > div {
      grid-template-columns: minmax(0, 1fr) auto;
    }

    .meaning {
      grid-column: 1 / -1;
    }
  }
`;

type ReportType = Schemas['ReportType'];
type Figures = Schemas['ReportFigures'];
type Figure = Schemas['ReportFigure'];

/** What is chosen, as the address has it, so that it can be passed on. */
interface Choice {
  type: ReportType;
  period: string;
  /** An exact period, as links in mails have it; null: `period` counts. */
  exact: Period | null;
  groupId: string | null;
}

const EXACT = 'exact';

/** The page on which a person chooses a report, looks at its figures and downloads it as a file. */
export class FmPageReports extends FmPage {
  static override styles = [FmPage.styles, styles];
  static override properties = {
    shown: { state: true },
    bom: { state: true },
    withClosed: { state: true },
  };
  /** The figures, and what was chosen when they were asked for; null: none yet. */
  declare shown: { choice: string; figures: Figures } | null;
  declare bom: boolean;
  /** The CSV lists what was closed, row by row. */
  declare withClosed: boolean;
  readonly #count = new Action(this);
  readonly #save = new Action(this);
  #counting = new AbortController();
  readonly #groups = new Resource<Group[]>(this, {
    args: () => [],
    read: (_args, signal) => readGroups(signal),
  });

  constructor() {
    super();
    this.shown = null;
    this.bom = false;
    this.withClosed = false;
  }

  /** The manager stops counting when the reader leaves the page. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#counting.abort();
  }

  override render(): TemplateResult {
    const choice = choiceOf(this.query);
    const isBusy = this.#count.isBusy || this.#save.isBusy;
    return html`<div class="page">
      <fm-page-header heading=${texts.title} .actions=${actions()}><p>${texts.what}</p></fm-page-header>
      <form class="card stack" @submit=${this.#submitted}>
        ${this.#select('type', texts.report, { value: choice.type, options: typesFor(), help: REPORTS[choice.type][1] })}
        ${this.#select('period', texts.period, { value: choice.exact ? EXACT : choice.period, options: periodOptions(choice), help: texts.periodHelp })}
        ${this.#select('group', texts.group, { value: choice.groupId ?? '', options: this.#groupOptions(), help: '' })}
        <fm-field
          kind="switch"
          name="bom"
          label=${texts.bom}
          help=${texts.bomHelp}
          .value=${this.bom}
          @fm-change=${({ detail }: CustomEvent<boolean>) => (this.bom = detail)}
        ></fm-field>
        ${choice.type === 'vulnerability' ? this.#closedSwitch() : nothing}
        <div class="row">
          <button class="primary" ?disabled=${isBusy}>
            ${this.#count.isBusy ? texts.showing : texts.show}
          </button>
          ${(['csv', 'pdf'] as const).map(
            (format) =>
              html`<button type="button" ?disabled=${isBusy} @click=${() => this.#take(choice, format)}>
                ${icon('download')} ${texts[format]}
              </button>`,
          )}
          ${
            maySchedule()
              ? html`<a
                  class="button"
                  href=${repeatHref({ type: choice.type, period: choice.exact ? EXACT : choice.period, group: choice.groupId })}
                  >${icon('clock')} ${texts.repeat}</a
                >`
              : nothing
          }
        </div>
        <p class="quiet small" role="status">${isBusy ? texts.making : nothing}</p>
        ${errorNotice(this.#count.problem)} ${errorNotice(this.#save.problem)}
      </form>
      ${this.shown?.choice === keyOf(choice) ? renderFigures(this.shown.figures) : nothing}
    </div>`;
  }

  #closedSwitch(): TemplateResult {
    return html`<fm-field
      kind="switch"
      name="closed"
      label=${texts.closed}
      help=${texts.closedHelp}
      .value=${this.withClosed}
      @fm-change=${({ detail }: CustomEvent<boolean>) => (this.withClosed = detail)}
    ></fm-field>`;
  }

  #select(
    name: string,
    label: string,
    { value, options, help }: { value: string; options: readonly FieldOption[]; help: string },
  ): TemplateResult {
    return html`<fm-field
      kind="select"
      name=${name}
      label=${label}
      help=${help}
      .options=${options}
      .value=${value}
      @fm-change=${({ detail }: CustomEvent<FieldValue>) => this.#chosen(name, String(detail ?? ''))}
    ></fm-field>`;
  }

  /** Forgets the errors of the last choice: they say nothing of this one. */
  #chosen(name: string, value: string): void {
    this.#count.forget();
    this.#save.forget();
    setQuery({ [name]: value, ...(name === 'period' ? { from: null, to: null } : {}) });
  }

  #groupOptions(): FieldOption[] {
    const all = { value: '', label: isLimited(session.user) ? texts.allMine : texts.allHosts };
    return [all, ...(this.#groups.value ?? []).map(({ id, name }) => ({ value: id, label: name }))];
  }

  readonly #submitted = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!this.#count.isBusy) void this.#show(choiceOf(this.query));
  };

  #show(choice: Choice): Promise<void> {
    this.#counting = new AbortController();
    const { signal } = this.#counting;
    const { from, to } = spanOf(choice);
    const query = { from, to, ...(choice.groupId === null ? {} : { group_id: choice.groupId }) };
    return this.#count.run(async () => {
      const params = { path: { report_type: choice.type }, query };
      const figures = await must(
        api.GET('/api/v1/reports/{report_type}/figures', { params, signal, fetch: patiently }),
      );
      this.shown = { choice: keyOf(choice), figures };
    });
  }

  #take(choice: Choice, format: 'csv' | 'pdf'): Promise<void> {
    const { from, to } = spanOf(choice);
    const query = new URLSearchParams({ format, from, to });
    if (choice.groupId !== null) query.set('group_id', choice.groupId);
    if (format === 'csv' && this.bom) query.set('bom', 'true');
    if (format === 'csv' && choice.type === 'vulnerability' && this.withClosed) query.set('closed', 'true');
    const name = `${choice.type}-${to.slice(0, 10)}.${format}`;
    return this.#save.run(async () => {
      await download(`/api/v1/reports/${choice.type}?${query.toString()}`, name);
      announce(texts.saved(name));
    });
  }
}

const spanOf = ({ exact, period }: Choice): Period => exact ?? periodOf(period, new Date());

const maySchedule = (): boolean =>
  may(session.user, 'reports:schedule') && features.serves('listReportSchedules');

/** The link to the schedules, for readers who may schedule reports. */
const actions = (): PageAction[] =>
  maySchedule()
    ? [{ key: 'schedules', label: texts.schedules, icon: 'clock', href: '/reports/schedules' }]
    : [];

const keyOf = (choice: Choice): string => JSON.stringify(choice);

/** Reads the choice from the address, which may hold anything. */
function choiceOf(query: URLSearchParams): Choice {
  const type = query.get('type') ?? '';
  const period = query.get('period') ?? '';
  return {
    type: typesFor().some(({ value }) => value === type) ? (type as ReportType) : 'compliance',
    period: Object.hasOwn(PERIODS, period) ? period : FIRST_PERIOD,
    exact: exactOf(query),
    groupId: query.get('group') || null,
  };
}

/** The reports on offer; the audit log is not for everybody. */
function typesFor(): FieldOption[] {
  return Object.entries(REPORTS)
    .filter(([type]) => type !== 'audit' || may(session.user, 'audit:read'))
    .map(([value, [label]]) => ({ value, label }));
}

const PERIOD_OPTIONS: readonly FieldOption[] = Object.entries(PERIODS).map(([value, [label]]) => ({
  value,
  label,
}));

function periodOptions({ exact }: Choice): readonly FieldOption[] {
  if (!exact) return PERIOD_OPTIONS;
  return [{ value: EXACT, label: texts.exact(minuteOf(exact.from), minuteOf(exact.to)) }, ...PERIOD_OPTIONS];
}

const minuteOf = (at: string): string => at.slice(0, 16).replace('T', ' ');

function renderFigures({ figures, chart, notes, from, to, rows }: Figures): TemplateResult {
  return html`<section class="card stack" aria-label=${texts.figures}>
    <h2>${texts.figures}</h2>
    <p class="quiet">${texts.about(minuteOf(from), minuteOf(to), plural(rows, 'row'))}</p>
    <dl class="figures">${figures.map(renderFigure)}</dl>
    <h2>${chart.title}</h2>
    <p class="quiet">${chart.meaning}</p>
    <fm-bars
      label=${chart.title}
      .bars=${chart.bars.map(({ label, value }) => ({ label, count: value }))}
    ></fm-bars>
    <h2>${texts.notes}</h2>
    <ul>
      ${notes.map((note) => html`<li>${note}</li>`)}
    </ul>
  </section>`;
}

const renderFigure = (figure: Figure): TemplateResult =>
  html`<div>
    <dt>${figure.label}</dt>
    <dd class="value">${valueOf(figure)}</dd>
    <dd class="meaning quiet small">${figure.meaning}</dd>
  </div>`;

function valueOf({ value, unit }: Figure): string {
  if (value === null) return unit === 'percent' ? texts.nothing : texts.notRecorded;
  if (unit === 'days') return plural(value, 'day');
  return unit === 'percent' ? `${value} %` : countText(value);
}

define('fm-page-reports', FmPageReports);
