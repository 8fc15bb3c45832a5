import { html } from 'lit';
import type { SettingsPanel } from '#web/domain/settings/section.ts';
import './fm-backups.ts';
import { texts } from './texts.ts';

/** What became of the backups, beside the form that says when they are made. */
export const panel: SettingsPanel = {
  key: 'backup',
  tab: 'backup',
  needs: 'listBackups',
  order: 20,
  title: texts.title,
  render: ({ backup }) => html`<fm-backups .schedule=${JSON.stringify(backup)}></fm-backups>`,
};
