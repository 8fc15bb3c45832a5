import { css, html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-badge/fm-badge.ts';
import { define, FmElement } from '#web/core/element.ts';
import { safeName } from '#web/core/safeText.ts';
import type { Day, Line } from './month.ts';
import { texts } from './texts.ts';

const MOST_LINES = 4;

const styles = css`
  :host {
    display: block;
    container-type: inline-size;
  }

  ol {
    display: grid;
    gap: var(--fm-space-2);
    margin: 0;
    padding: 0;
    list-style: none;
  }

  li.day {
    min-width: 0;
    padding: var(--fm-space-2);
    border: 1px solid var(--fm-line);
    border-radius: var(--fm-radius);
    background: var(--fm-surface);
  }

  li.today {
    border-color: var(--fm-accent);
  }

  h3 {
    margin: 0;
    font-size: var(--fm-size-small);
  }

  ul {
    display: grid;
    gap: var(--fm-space-1);
    margin: 0;
    padding: 0;
    font-size: var(--fm-size-small);
    list-style: none;
    overflow-wrap: anywhere;
  }

  .bare {
    display: none;
  }

  @container (min-width: 46rem) {
    ol {
      grid-template-columns: repeat(7, minmax(0, 1fr));
    }

    .bare {
      display: block;
    }

    .offset-1 {
      grid-column-start: 1;
    }
    .offset-2 {
      grid-column-start: 2;
    }
    .offset-3 {
      grid-column-start: 3;
    }
    .offset-4 {
      grid-column-start: 4;
    }
    .offset-5 {
      grid-column-start: 5;
    }
    .offset-6 {
      grid-column-start: 6;
    }
    .offset-7 {
      grid-column-start: 7;
    }
  }
`;

/** A month with its weeks as rows; where there is no room, a list of the days that have something. */
export class FmMonth extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = { days: { attribute: false } };
  declare days: readonly Day[];

  constructor() {
    super();
    this.days = [];
  }

  override render(): TemplateResult {
    const isEmpty = this.days.every(({ lines }) => lines.length === 0);
    return html`${isEmpty ? html`<p role="status">${texts.none}</p>` : nothing}
      <ol aria-label="Days of the month">
        ${this.days.map((day, index) => this.#day(day, index === 0))}
      </ol>`;
  }

  #day({ start, lines }: Day, isFirst: boolean): TemplateResult {
    const isToday = start.toDateString() === new Date().toDateString();
    const offset = isFirst ? `offset-${((start.getDay() + 6) % 7) + 1}` : '';
    const bare = lines.length === 0 ? 'bare' : '';
    return html`<li class="day ${isToday ? 'today' : ''} ${bare} ${offset}">
      <h3>${dayNames.format(start)}${isToday ? ' (today)' : nothing}</h3>
      <ul>
        ${lines.slice(0, MOST_LINES).map((line) => lineOf(line, start))}
        ${lines.length > MOST_LINES ? html`<li>${texts.more(lines.length - MOST_LINES)}</li>` : nothing}
      </ul>
    </li>`;
  }
}

const dayNames = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' });
const hours = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

function lineOf({ kind, name, startsAt, endsAt, count }: Line, day: Date): TemplateResult {
  const next = new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1);
  const isWhole = startsAt <= day && endsAt >= next;
  const from = startsAt < day ? '00:00' : hours.format(startsAt);
  const to = endsAt > next ? '24:00' : hours.format(endsAt);
  const freeze = kind === 'freeze' ? html`<strong>Freeze</strong> ` : nothing;
  return html`<li>
    ${freeze}${isWhole ? 'all day' : `${from}–${to}`} ${safeName(name)}
    ${count > 1 ? html`<span class="quiet">(${count})</span>` : nothing}
  </li>`;
}

define('fm-month', FmMonth);
