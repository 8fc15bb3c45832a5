import type { SettingsSection } from '../../domain/settings/section.ts';

const found = {
  ...import.meta.glob<SettingsSection>('./sections/*.ts', { eager: true, import: 'section' }),
  ...import.meta.glob<SettingsSection>('../../../plugins/*/web/settings.ts', {
    eager: true,
    import: 'section',
  }),
};

/** The sections of the core and of the plugins, in the order of the page. */
export const sections: readonly SettingsSection[] = Object.values(found).sort((a, b) => a.order - b.order);
