import { html } from 'lit';
import type { SettingsPanel } from '#web/domain/settings/section.ts';
import './fm-web-tls.ts';
import { texts } from './texts.ts';

/** Shown beside the forms of the settings: a change here is tried before it stays. */
export const panel: SettingsPanel = {
  key: 'web_tls_strategy',
  tab: 'access',
  needs: 'getWebTls',
  order: 40,
  title: texts.title,
  render: () => html`<fm-web-tls></fm-web-tls>`,
};
