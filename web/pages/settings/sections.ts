import type { SettingsPanel, SettingsSection } from '../../domain/settings/section.ts';

const found = {
  ...import.meta.glob<SettingsSection>('./sections/*.ts', { eager: true, import: 'section' }),
  ...import.meta.glob<SettingsSection>('../../../plugins/*/web/{settings,*Settings}.ts', {
    eager: true,
    import: 'section',
  }),
};

const panels = import.meta.glob<SettingsPanel>('../../../plugins/*/web/settingsPanel.ts', {
  eager: true,
  import: 'panel',
});

/** The sections of the core and of the plugins, in the order of the page. */
export const sections: readonly (SettingsSection | SettingsPanel)[] = [
  ...Object.values(found),
  ...Object.values(panels),
].sort((a, b) => a.order - b.order);
