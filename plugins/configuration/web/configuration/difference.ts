import { css, html, nothing, type TemplateResult } from 'lit';
import { safeLine } from '#web/core/safeText.ts';
import { icon } from '#web/icons/icons.ts';
import type { Difference } from './read.ts';
import { fieldText, readable } from './readable.ts';
import { KINDS, PARTS, texts } from './texts.ts';

type Part = Difference['parts'][number];
type Change = Part['changes'][number];

export const differenceStyles = css`
  .change {
    border-block-start: 1px solid var(--fm-border);
    padding-block: var(--fm-space-3);
  }

  .change dl {
    display: grid;
    grid-template-columns: minmax(5rem, max-content) 1fr;
    gap: var(--fm-space-1) var(--fm-space-3);
    margin: var(--fm-space-2) 0 0;
  }

  .change dd {
    margin: 0;
    min-width: 0;
    overflow-wrap: anywhere;
  }

  .change ul {
    margin: 0;
    padding-inline-start: 1.2em;
  }

  .field {
    grid-column: 1 / -1;
    font-weight: 600;
  }
`;

/** Every change with its fields, before and after, part by part; what is left out comes first. */
export const differenceOf = ({ parts }: Difference): TemplateResult =>
  html`${parts.map(
    (part) =>
      html`<section class="stack tight">
        <h3>${PARTS[part.name] ?? safeLine(part.name)}</h3>
        ${problemsOf(part)} ${part.changes.map(changeOf)}
        ${part.unchanged === 0 ? nothing : html`<p class="quiet small">${texts.unchanged(part.unchanged)}</p>`}
      </section>`,
  )}`;

const problemsOf = ({ problems }: Part): unknown =>
  problems.length === 0
    ? nothing
    : html`<div class="notice warn">
        ${icon('warning')}
        <div>
          <strong>${texts.leftOut}</strong>
          <ul>
            ${problems.map(({ name, message }) => html`<li>${safeLine(name)}: ${safeLine(message)}</li>`)}
          </ul>
        </div>
      </div>`;

const changeOf = ({ kind, name, fields }: Change): TemplateResult =>
  html`<div class="change">
    <strong>${KINDS[kind]}: ${safeLine(name)}</strong>
    <dl>
      ${fields.map(
        (field) =>
          html`<dt class="field">${fieldText(field.name)}</dt>
            ${
              kind === 'added'
                ? nothing
                : html`<dt>${texts.before}</dt>
                    <dd>${valueOf(field.name, field.before)}</dd>`
            }
            ${
              kind === 'removed'
                ? nothing
                : html`<dt>${texts.after}</dt>
                    <dd>${valueOf(field.name, field.after)}</dd>`
            }`,
      )}
    </dl>
  </div>`;

function valueOf(field: string, value: string | null): unknown {
  if (value === null) return html`<span class="quiet">${texts.none}</span>`;
  const lines = readable(field, value);
  return lines.length === 1
    ? lines[0]
    : html`<ul>
        ${lines.map((line) => html`<li>${line}</li>`)}
      </ul>`;
}
