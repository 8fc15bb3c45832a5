import { html, nothing } from 'lit';
import { icon } from '../icons/icons.ts';
import type { BrokenPlugin } from './plugins/pluginPages.ts';
import { brokenText } from './texts.ts';

/** Names, above the page, the plugins whose pages are left out; all else works without them. */
export function brokenPlugins(broken: readonly BrokenPlugin[]): unknown {
  if (broken.length === 0) return nothing;
  return html`<div class="notice warn broken" role="status">
    ${icon('warning')}
    <div>${broken.map((one) => html`<p>${brokenText(one.feature, one.why)}</p>`)}</div>
  </div>`;
}
