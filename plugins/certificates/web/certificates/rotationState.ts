import { html, nothing, type TemplateResult } from 'lit';
import '#web/components/fm-progress/fm-progress.ts';
import '#web/components/fm-time/fm-time.ts';
import { safeLine, safeName } from '#web/core/safeText.ts';
import { icon } from '#web/icons/icons.ts';
import './fm-left-behind.ts';
import { rotationTexts as texts, type Root, type Rotation } from './rotationTexts.ts';

/** A replacement of the root that is under way: who began it, how far it is, and what it waits for. */
export function stateOf(rotation: Rotation): TemplateResult {
  const { phase, hosts, begun_by: by, begun_at: at } = rotation;
  return html`<div class="stack tight">
    <p class="quiet">${texts.begun(safeName(by))} <fm-time datetime=${at}></fm-time>.</p>
    <fm-progress label=${texts.progress} .parts=${partsOf(rotation)}></fm-progress>
    <p role="status">${phase === 'going_back' ? texts.returned(hosts) : texts.moved(hosts)}</p>
    ${waitsFor(rotation)}
  </div>`;
}

/** How the last replacement ended, and the way back for hosts that it left behind. */
export function endOf(last: Rotation | null, roots: readonly Root[]): TemplateResult {
  return html`${last ? ended(last) : nothing} ${leftBehind(last, roots)}`;
}

const notice = (tone: 'warn' | 'ok' | '', symbol: Parameters<typeof icon>[0], text: string): TemplateResult =>
  html`<p class="notice ${tone}">${icon(symbol)} <span>${text}</span></p>`;

/** What a replacement waits for, and what to do about it. */
function waitsFor({ phase, paused, hosts }: Rotation): unknown {
  if (phase === 'finishing') return notice('', 'clock', texts.finishing);
  return html`${paused ? notice('', 'clock', texts.held) : nothing}
  ${hosts.away > 0 ? notice('warn', 'warning', texts.away(hosts.away)) : nothing}
  ${hosts.failing > 0 ? notice('warn', 'warning', texts.failing(hosts.failing)) : nothing}
  ${phase === 'rolling' && hosts.done === hosts.total ? notice('ok', 'check', texts.allDone) : nothing}`;
}

const partsOf = ({ hosts: { total, done, trusting, failing } }: Rotation) => [
  { tone: 'ok' as const, count: done, label: 'moved' },
  { tone: 'busy' as const, count: trusting, label: 'trust both roots' },
  {
    tone: 'neutral' as const,
    count: total - done - trusting,
    label: `waiting, ${failing} failed`,
  },
];

function ended({ phase, begun_by: by, ended_at: at, reason }: Rotation): TemplateResult {
  const what = phase === 'gone_back' ? texts.ended.gone_back : texts.ended.finished;
  return html`<p class="quiet">
    ${what} <fm-time datetime=${at ?? ''}></fm-time>, started by
    ${safeName(by)}.${reason === null ? nothing : html` Hosts were dropped: ${safeLine(reason, 500)}`}
  </p>`;
}

/** Shown only if somebody finished without some hosts, whose certificates are of the root that was removed. */
function leftBehind(last: Rotation | null, roots: readonly Root[]): unknown {
  if (last?.phase !== 'finished' || last.reason === null) return nothing;
  const pin = roots.find(({ state }) => state === 'in_use')?.public_key_sha256;
  return pin === undefined ? nothing : html`<fm-left-behind pin=${pin}></fm-left-behind>`;
}
