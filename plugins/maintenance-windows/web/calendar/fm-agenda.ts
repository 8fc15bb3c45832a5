import { css, html, nothing } from 'lit';
import { define, FmElement } from '#web/core/element.ts';
import { managerTime } from '#web/core/managerTime.ts';
import { lineStyles, linesOfDay } from './lines.ts';
import { dateText, type Day } from './month.ts';
import { dayText } from './texts.ts';

const styles = css`
  :host {
    display: grid;
    gap: var(--fm-space-3);
  }

  section {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--fm-space-1);
  }

  h3 {
    margin: 0;
    font-size: var(--fm-size-small);
  }

  @media (width >= 48rem) {
    section {
      grid-template-columns: 9rem minmax(0, 1fr);
    }
  }
`;

/** The days that have something, as a list: what a month shows as a grid, for narrow screens and for reading aloud. */
export class FmAgenda extends FmElement {
  static override styles = [FmElement.styles, lineStyles, styles];
  static override properties = { days: { attribute: false } };
  declare days: readonly Day[];

  constructor() {
    super();
    this.days = [];
  }

  override render(): unknown {
    const today = dateText(managerTime());
    return this.days.map((day) =>
      day.lines.length === 0
        ? nothing
        : html`<section aria-label=${dayText(day.start)}>
            <h3>${dayText(day.start)}${day.date === today ? ' (today)' : nothing}</h3>
            ${linesOfDay(day)}
          </section>`,
    );
  }
}

define('fm-agenda', FmAgenda);
