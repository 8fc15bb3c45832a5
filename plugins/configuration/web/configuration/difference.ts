import { css, html, nothing, type TemplateResult } from 'lit';
import { safeLine } from '#web/core/safeText.ts';
import { icon } from '#web/icons/icons.ts';
import type { Difference } from './read.ts';
import { allSections } from '#web/domain/settings/allSections.ts';
import { settingsTitle } from '#web/domain/settings/titles.ts';
import type { SettingsField } from '#web/domain/settings/section.ts';
import { fieldText } from './fields.ts';
import { readable } from './readable.ts';
import { KINDS, PARTS, texts } from './texts.ts';

type Part = Difference['parts'][number];
type Change = Part['changes'][number];
type Field = Change['fields'][number];

export const differenceStyles = css`
  .change {
    border-block-start: 1px solid var(--fm-border);
    padding-block: var(--fm-space-3);
  }

  .change dl {
    display: grid;
    grid-template-columns: minmax(6rem, 14rem) minmax(0, 1fr);
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

  .change dt {
    color: var(--fm-text-quiet);
  }

  .values {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--fm-space-2);
  }

  .values del {
    color: var(--fm-text-quiet);
  }

  .values :is(del, ins) {
    text-decoration: none;
  }
`;

/** Every change with its fields, before and after, part by part; what is left out comes first. */
export const differenceOf = ({ parts }: Difference): TemplateResult =>
  html`${parts.filter(isTold).map(
    (part) =>
      html`<section class="stack tight">
        <h3>${PARTS[part.name] ?? safeLine(part.name)}</h3>
        ${problemsOf(part)} ${part.changes.map((change) => changeOf(part.name, change))}
        ${part.unchanged === 0 ? nothing : html`<p class="quiet small">${texts.unchanged(part.unchanged)}</p>`}
      </section>`,
  )}`;

/** A part of which neither side has anything has nothing to say. */
const isTold = ({ problems, changes, unchanged }: Part): boolean =>
  problems.length + changes.length + unchanged > 0;

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

function changeOf(part: string, { kind, name, fields }: Change): TemplateResult {
  const section = part === 'settings' ? allSections().find(({ key }) => key === name) : undefined;
  const settings = section && 'fields' in section ? section.fields : [];
  const title = safeLine(part === 'settings' ? settingsTitle(name) : name);
  return html`<div class="change">
    <strong>${KINDS[kind]}: ${title}</strong>
    <dl>
      ${fields.map((field) => {
        const setting = settings.find((one) => one.name === field.name) ?? null;
        return html`<dt>${setting?.label ?? fieldText(field.name)}</dt>
          <dd>${valuesOf(kind, field, setting)}</dd>`;
      })}
    </dl>
  </div>`;
}

/** One value, or how it is now and how it will be. */
function valuesOf(
  kind: Change['kind'],
  { name, before, after }: Field,
  setting: SettingsField | null,
): unknown {
  if (kind === 'added') return valueOf(name, after, setting);
  if (kind === 'removed') return valueOf(name, before, setting);
  return html`<span class="values"
    ><del>${valueOf(name, before, setting)}</del> <span aria-hidden="true">→</span>
    <ins>${valueOf(name, after, setting)}</ins></span
  >`;
}

function valueOf(field: string, value: string | null, setting: SettingsField | null): unknown {
  if (value === null) return html`<span class="quiet">${texts.none}</span>`;
  const lines = readable(field, value, setting);
  return lines.length === 1
    ? lines[0]
    : html`<ul>
        ${lines.map((line) => html`<li>${line}</li>`)}
      </ul>`;
}
