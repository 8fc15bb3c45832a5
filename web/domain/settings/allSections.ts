import { features } from '../../core/features.ts';
import { pluginSection } from './pluginSection.ts';
import type { SettingsPanel, SettingsSection } from './section.ts';

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

const sections: readonly (SettingsSection | SettingsPanel)[] = [
  ...Object.values(found),
  ...Object.values(panels),
].sort((a, b) => a.order - b.order);

/** The sections of the core and of the plugins, in their order; those of installed plugins stand last. */
export const allSections = (): readonly (SettingsSection | SettingsPanel)[] => [
  ...sections,
  ...features.settings.map(pluginSection),
];
