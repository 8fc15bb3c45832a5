import { validationError } from '../../shared/wire/appError.ts';
import type { ConfigurationPart } from '../../kernel/configuration.ts';
import type { Context } from '../../kernel/boot/feature.ts';

/** All sections, by name. An import changes only the fields that the file names; every other field keeps its value. */
export function settingsPart({ settings }: Pick<Context, 'settings'>): ConfigurationPart {
  return {
    name: 'settings',
    export: () => settings.exported(),
    async plan(content, { by }) {
      if (typeof content !== 'object' || content === null || Array.isArray(content))
        throw validationError([{ path: '/body/file/parts/settings', message: 'must be an object' }]);
      const plan = await settings.planImport(content as Readonly<Record<string, unknown>>, by);
      const { version, sections, changes, unchanged, problems } = plan;
      const apply = async (tx: Parameters<typeof settings.update>[0]): Promise<void> =>
        settings.update(tx, { sections, ifMatch: [String(version)], by });
      return { changes, unchanged, problems, apply };
    },
  };
}
