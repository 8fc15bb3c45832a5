import { html, nothing, type TemplateResult } from 'lit';
import { AskToStay } from '../../core/unsaved.ts';
import { define, FmPage } from '../../core/element.ts';
import { setQuery } from '../../core/query.ts';
import { Resource } from '../../core/resource.ts';
import { renderReading } from '../../components/fm-state/renderReading.ts';
import { allSections } from '../../domain/settings/allSections.ts';
import type { Draft } from '../../domain/settings/draft.ts';
import { readSettings, saveSections, valuesOf, type VersionedSettings } from '../../domain/settings/read.ts';
import type { SettingsPanel, SettingsSection, SettingsTab } from '../../domain/settings/section.ts';
import '../../components/fm-page-header/fm-page-header.ts';
import '../../components/fm-tabs/fm-tabs.ts';
import { chosenTab, type Tab } from '../../components/fm-tabs/fm-tabs.ts';
import './fm-settings-section.ts';
import type { FmSettingsSection } from './fm-settings-section.ts';
import { texts } from './texts.ts';

type Shown = SettingsSection | SettingsPanel;

const TABS: readonly (Tab & { key: SettingsTab })[] = [
  { key: 'general', label: 'General' },
  { key: 'security', label: 'Security' },
  { key: 'access', label: 'Access' },
  { key: 'retention', label: 'Retention' },
  { key: 'backup', label: 'Backup' },
  { key: 'plugins', label: 'Plugins' },
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

  /** All forms stay, so that what is typed in one tab is still there after another; those of the other tabs are hidden. */
  #forms(read: VersionedSettings): unknown {
    const shown = allSections().filter(({ key }) => read.settings[key] !== undefined);
    if (shown.length === 0) return html`<fm-state kind="empty" heading=${texts.none}></fm-state>`;
    const tabs = TABS.filter((one) => shown.some(({ tab }) => tab === one.key));
    const led = shown.find(({ key }) => key === this.query.get('section'));
    const chosen = this.query.has('tab') || !led ? chosenTab(this.query, tabs) : led.tab;
    return html`<fm-tabs
      label="Settings"
      param="tab"
      .tabs=${tabs}
      .selected=${chosen}
      @fm-tab=${() => setQuery({ section: null })}
    >
      <div class="stack">
        ${this.#index(shown.filter(({ tab }) => tab === chosen))}
        ${shown.map(
          (section) => html`<div ?hidden=${section.tab !== chosen}>${this.#form(section, read)}</div>`,
        )}
      </div>
    </fm-tabs>`;
  }

  /** The sections of the tab, where there are several. */
  #index(shown: readonly Shown[]): unknown {
    if (shown.length < 3) return nothing;
    return html`<nav class="row small" aria-label=${texts.index}>
      ${shown.map(({ key, title }) => html`<a href="/settings?section=${key}">${title}</a>`)}
    </nav>`;
  }

  #form(section: Shown, read: VersionedSettings): TemplateResult {
    if ('render' in section) return section.render(read.settings);
    return html`<fm-settings-section
      .section=${section}
      .values=${valuesOf(read, section.key)}
      .save=${(body: Draft) => this.#save(section, body)}
    ></fm-settings-section>`;
  }

  /** `?section=` leads to one section: the focus moves to its first field. */
  protected override updated(): void {
    const wanted = this.query.get('section');
    if (wanted === this.#ledTo) return;
    if (wanted === null) return void (this.#ledTo = null);
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
    await saveSections({ parts: { [key]: body }, known, is: (now) => this.#settings.change(() => now) });
  }
}

define('fm-page-settings', FmPageSettings);
