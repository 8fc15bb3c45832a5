import { css, html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-badge/fm-badge.ts';
import { may } from '#web/core/permissions.ts';
import { safeName } from '#web/core/safeText.ts';
import { session } from '#web/core/session.ts';
import { icon, type IconName } from '#web/icons/icons.ts';
import { hrefOf, timeText, type Day, type Line, type LineKind } from './month.ts';
import { LINE_KINDS, texts } from './texts.ts';

const GLYPHS: Readonly<Record<LineKind, IconName>> = {
  window: 'clock',
  freeze: 'freeze',
  policy: 'refresh',
  job: 'jobs',
};

/** For what this file renders. */
export const lineStyles = css`
  .line {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: var(--fm-space-1);
    align-items: start;
    padding: var(--fm-space-1) var(--fm-space-2);
    border-inline-start: 3px solid;
    border-radius: var(--fm-radius);
    font-size: var(--fm-size-small);
    overflow-wrap: anywhere;
  }

  a.line {
    text-decoration: none;
  }

  a.line:hover {
    text-decoration: underline;
  }

  .line.window {
    border-color: var(--fm-ok-mark);
    background: var(--fm-ok-fill);
    color: var(--fm-ok-text);
  }

  .line.freeze {
    border-color: var(--fm-warn-mark);
    background: var(--fm-warn-fill);
    color: var(--fm-warn-text);
  }

  .line.policy {
    border-color: var(--fm-info-mark);
    background: var(--fm-info-fill);
    color: var(--fm-info-text);
  }

  .line.job {
    border-color: var(--fm-neutral-mark);
    background: var(--fm-neutral-fill);
    color: var(--fm-neutral-text);
  }

  ul.lines,
  ul.legend {
    display: grid;
    gap: var(--fm-space-1);
    margin: 0;
    padding: 0;
    list-style: none;
  }

  ul.legend {
    display: flex;
    flex-wrap: wrap;
    gap: var(--fm-space-2);
  }
`;

const mayEdit = (kind: 'window' | 'freeze'): boolean =>
  may(session.user, kind === 'freeze' ? 'freezes:edit' : 'windows:edit');

/** The glyph and colour of each kind. */
export const legend = (): TemplateResult =>
  html`<ul class="legend" aria-label="Legend">
    ${(Object.keys(GLYPHS) as LineKind[]).map(
      (kind) => html`<li class="line ${kind}">${icon(GLYPHS[kind])} ${LINE_KINDS[kind].many}</li>`,
    )}
  </ul>`;

/**
 * A line in the cell of a day: for the mouse. By keyboard the day is chosen, and its list has the same links, so that a
 * month of them is one stop of the Tab key.
 */
export const lineInCell = (line: Line, day: Day): TemplateResult =>
  html`<a class="line ${line.kind}" tabindex="-1" href=${hrefOf(line, mayEdit)}>
    ${icon(GLYPHS[line.kind])}
    <span
      ><span class="visually-hidden">${LINE_KINDS[line.kind].one} </span>${timeText(line, day.start)}
      ${nameOf(line)}</span
    >
  </a>`;

/** The lines of a day, each with its time, kind and a link. */
export const linesOfDay = (day: Day): TemplateResult =>
  html`<ul class="lines">
    ${day.lines.map(
      (line) =>
        html`<li class="line ${line.kind}">
          ${icon(GLYPHS[line.kind])}
          <span
            >${timeText(line, day.start)} · ${LINE_KINDS[line.kind].one}
            <a href=${hrefOf(line, mayEdit)}>${nameOf(line)}</a>
            ${line.isSkipped ? html`<fm-badge tone="warn" label="Skipped"></fm-badge>` : nothing}</span
          >
        </li>`,
    )}
  </ul>`;

const nameOf = ({ name, count, isSkipped }: Line): string =>
  `${safeName(name)}${count > 1 ? ` (${count})` : ''}${isSkipped ? ` ${texts.skipped}` : ''}`;
