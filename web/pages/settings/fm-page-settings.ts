import { html, type TemplateResult } from 'lit';
import { AskToStay } from '../../core/askToStay.ts';
import { define, FmPage } from '../../core/element.ts';
import { features } from '../../core/features.ts';
import { Resource } from '../../core/resource.ts';
import { renderReading } from '../../components/fm-state/renderReading.ts';
import type { Draft } from '../../domain/settings/draft.ts';
import { pluginSection } from '../../domain/settings/pluginSection.ts';
import { readSettings, saveSection, valuesOf, type VersionedSettings } from '../../domain/settings/read.ts';
import type { SettingsSection, SettingsPanel } from '../../domain/settings/section.ts';
import '../../components/fm-page-header/fm-page-header.ts';
import './fm-settings-section.ts';
import type { FmSettingsSection } from './fm-settings-section.ts';
import { texts } from './texts.ts';

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
const sections: readonly (SettingsSection | SettingsPanel)[] = [
  ...Object.values(found),
  ...Object.values(panels),
].sort((a, b) => a.order - b.order);

/** Those of installed plugins stand last. */
const allSections = (): readonly (SettingsSection | SettingsPanel)[] => [
  ...sections,
  ...features.settings.map(pluginSection),
];

/** The settings of all features that the manager serves, a form for each. */
export class FmPageSettings extends FmPage {
  readonly #settings = new Resource<VersionedSettings>(this, {
    args: () => [],
    read: (_, signal) => readSettings(signal),
  });

  constructor() {
    super();
    new AskToStay(this, () => {
      const forms = this.renderRoot.querySelectorAll<FmSettingsSection>('fm-settings-section');
      return [...forms].some(({ isChanged }) => isChanged);
    });
  }

  override render(): TemplateResult {
    return html`<div class="page">
      <fm-page-header heading="Settings"><p>${texts.intro}</p></fm-page-header>
      ${renderReading(this.#settings, {
        what: 'the settings',
        complete: (read) => this.#forms(read),
      })}
    </div>`;
  }

  #forms(read: VersionedSettings): unknown {
    const shown = allSections().filter(({ key }) => read.settings[key] !== undefined);
    if (shown.length === 0) return html`<fm-state kind="empty" heading=${texts.none}></fm-state>`;
    return shown.map((section) =>
      'render' in section
        ? section.render()
        : html`<fm-settings-section
            .section=${section}
            .values=${valuesOf(read, section.key)}
            .save=${(body: Draft) => this.#save(section, body)}
          ></fm-settings-section>`,
    );
  }

  /** `?section=` leads to one section: the focus moves to its first field. */
  protected override updated(): void {
    const wanted = this.query.get('section');
    if (wanted === null || wanted === this.#ledTo) return;
    const forms = this.renderRoot.querySelectorAll<FmSettingsSection>('fm-settings-section');
    const form = [...forms].find(({ section }) => section.key === wanted);
    if (!form) return;
    this.#ledTo = wanted;
    void form.updateComplete.then(() => form.lead());
  }

  #ledTo: string | null = null;

  async #save({ key }: SettingsSection, body: Draft): Promise<void> {
    const known = this.#settings.value;
    if (!known) return;
    await saveSection({ key, body, known, is: (now) => this.#settings.change(() => now) });
  }
}

define('fm-page-settings', FmPageSettings);
