import { css, html, nothing, type TemplateResult } from 'lit';
import { define, FmElement } from '#web/core/element.ts';
import { managerTime } from '#web/core/managerTime.ts';
import { lineInCell, lineStyles, linesOfDay } from './lines.ts';
import { dateText, inWeek, isOf, WEEK, type Day } from './month.ts';
import { dayText, texts } from './texts.ts';

const MOST_LINES = 4;

const styles = css`
  :host {
    display: grid;
    gap: var(--fm-space-4);
  }

  table {
    inline-size: 100%;
    border-collapse: collapse;
    table-layout: fixed;
  }

  th {
    padding: var(--fm-space-1) var(--fm-space-2);
    color: var(--fm-text-quiet);
    font-size: var(--fm-size-small);
    font-weight: 500;
    text-align: start;
  }

  td {
    block-size: 5rem;
    padding: var(--fm-space-1);
    border: 1px solid var(--fm-line);
    background: var(--fm-surface);
    vertical-align: top;
  }

  td.outside {
    background: transparent;
  }

  td.outside .number:not(.today) {
    color: var(--fm-text-quiet);
  }

  td[aria-selected='true'] {
    outline: 2px solid var(--fm-accent);
    outline-offset: -2px;
  }

  td:focus-visible {
    outline: 3px solid var(--fm-focus);
    outline-offset: -3px;
  }

  .cell {
    display: grid;
    gap: var(--fm-space-1);
  }

  .number {
    display: inline-block;
    min-inline-size: 1.5rem;
    margin-block-end: var(--fm-space-1);
    font-size: var(--fm-size-small);
    text-align: center;
  }

  .today {
    border-radius: 1rem;
    background: var(--fm-accent);
    color: var(--fm-text-on-accent);
    font-weight: var(--fm-weight-strong);
  }

  h3 {
    margin: 0;
  }
`;

/**
 * A month as a grid of the days of its weeks. Arrows move from day to day, Home and End within the week, Page Up and Down by a month;
 * Enter leads into the list of the chosen day, below. Fires `fm-day` with the date that is wanted, which may be of
 * another month: who renders this chooses it.
 */
export class FmMonth extends FmElement {
  static override styles = [FmElement.styles, lineStyles, styles];
  static override properties = { days: { attribute: false }, month: {}, selected: {} };
  /** Of whole weeks. */
  declare days: readonly Day[];
  /** `2026-01`. */
  declare month: string;
  /** `2026-01-18`: a day of the month. */
  declare selected: string;
  /** A key moved the choice: the focus follows once the day is there. */
  #followsKey = false;

  constructor() {
    super();
    this.days = [];
    this.month = '';
    this.selected = '';
  }

  override render(): TemplateResult {
    const today = dateText(managerTime());
    const chosen = this.#chosen();
    return html`<table role="grid" aria-label="Days of the month" @keydown=${this.#keydown}>
        <thead>
          <tr>
            ${WEEKDAYS.map((name) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${this.#weeks().map(
            (week) =>
              html`<tr>
                ${week.map((day) => this.#cell(day, today, chosen))}
              </tr>`,
          )}
        </tbody>
      </table>
      ${chosen && this.days.some(({ lines }) => lines.length > 0) ? this.#list(chosen) : nothing}`;
  }

  protected override updated(): void {
    // The days of another month come an update later than the choice of one of them.
    if (!this.#followsKey || this.#chosen()?.date !== this.selected) return;
    this.#followsKey = false;
    this.renderRoot.querySelector<HTMLElement>('td[tabindex="0"]')?.focus();
  }

  #chosen(): Day | undefined {
    const days = this.days.filter((day) => isOf(this.month, day));
    return days.find(({ date }) => date === this.selected) ?? days[0];
  }

  #weeks(): (readonly Day[])[] {
    const weeks = Math.ceil(this.days.length / WEEK);
    return Array.from({ length: weeks }, (_, week) => this.days.slice(week * WEEK, (week + 1) * WEEK));
  }

  #cell(day: Day, today: string, chosen: Day | undefined): TemplateResult {
    const { date, start, lines } = day;
    const isToday = date === today;
    const more = lines.length - MOST_LINES;
    return html`<td
      class=${isOf(this.month, day) ? nothing : 'outside'}
      tabindex=${day === chosen ? '0' : '-1'}
      aria-selected=${String(day === chosen)}
      aria-current=${isToday ? 'date' : nothing}
      data-date=${date}
      @click=${() => this.#want(start)}
    >
      <span class="number ${isToday ? 'today' : ''}">${start.getDate()}</span>
      <div class="cell">
        ${lines.slice(0, MOST_LINES).map((line) => lineInCell(line, day))}
        ${more > 0 ? html`<span class="small quiet">${texts.more(more)}</span>` : nothing}
      </div>
    </td>`;
  }

  #list(day: Day): TemplateResult {
    return html`<section class="card stack tight" aria-label="Selected day">
      <h3 id="day" tabindex="-1">${dayText(day.start)}</h3>
      ${day.lines.length === 0 ? html`<p class="quiet">${texts.emptyDay}</p>` : linesOfDay(day)}
    </section>`;
  }

  readonly #keydown = (event: KeyboardEvent): void => {
    const chosen = this.#chosen();
    if (!chosen || !(event.target as Element).matches('td')) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      const [first] = this.renderRoot.querySelectorAll<HTMLElement>('section a');
      return (first ?? this.renderRoot.querySelector<HTMLElement>('#day'))?.focus();
    }
    const wanted = moved(chosen.start, event.key);
    if (!wanted) return;
    event.preventDefault();
    this.#followsKey = true;
    this.#want(wanted);
  };

  #want(day: Date): void {
    this.dispatchEvent(new CustomEvent('fm-day', { detail: day }));
  }
}

/** The day to which a key leads; null: it is no key of the grid. */
function moved(from: Date, key: string): Date | null {
  const [year, month, day] = [from.getFullYear(), from.getMonth(), from.getDate()];
  const before = inWeek(from);
  const by: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -WEEK,
    ArrowDown: WEEK,
    Home: -before,
    End: WEEK - 1 - before,
  };
  const days = by[key];
  if (days !== undefined) return new Date(year, month, day + days);
  const months = { PageUp: -1, PageDown: 1 }[key];
  if (months === undefined) return null;
  const last = new Date(year, month + months + 1, 0).getDate();
  return new Date(year, month + months, Math.min(day, last));
}

/** From Monday, the 5th of January 2026. */
const WEEKDAYS = Array.from({ length: WEEK }, (_, index) =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'short' }).format(new Date(2026, 0, 5 + index)),
);

define('fm-month', FmMonth);
