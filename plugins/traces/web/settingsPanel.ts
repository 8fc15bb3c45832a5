import { html } from 'lit';
import type { SettingsPanel } from '#web/domain/settings/section.ts';
import './fm-traces-test.ts';
import { texts } from './texts.ts';

/** Whether the collector takes what is sent, beside the form that says where it is. */
export const panel: SettingsPanel = {
  key: 'traces',
  tab: 'general',
  needs: 'testTraces',
  order: 61,
  title: texts.test,
  render: () => html`<fm-traces-test></fm-traces-test>`,
};
