import { html } from 'lit';
import type { SettingsPanel } from '#web/domain/settings/section.ts';
import './fm-web-tls.ts';

/** Shown beside the forms of the settings: a change here is tried before it stays. */
export const panel: SettingsPanel = {
  key: 'web_tls_strategy',
  order: 40,
  render: () => html`<fm-web-tls></fm-web-tls>`,
};
