import { actedBy, reply, type Context, type Routes } from '#sdk';
import { exportConfiguration } from './service/export.ts';
import { importConfiguration, planImport } from './service/import.ts';
import { differenceToWire, type ConfigurationFile } from './wire.ts';

export function configurationRoutes(ctx: Context): Routes<'configuration'> {
  return {
    async exportConfiguration() {
      const file = {
        contentType: 'application/json',
        fileName: `configuration-${ctx.clock.now().toISOString().slice(0, 10)}.json`,
        // In lines, so that people and their tools can compare files.
        data: `${JSON.stringify(await exportConfiguration(ctx), null, 2)}\n`,
      };
      // The contract has the answer as an object; here it is a file of JSON.
      return reply(200, file as unknown as ConfigurationFile);
    },
    async planConfigurationImport(request) {
      const { file, make_equal: makeEqual = false } = request.body;
      return reply(200, differenceToWire(await planImport(ctx, { file, makeEqual, by: actedBy(request) })));
    },
    async importConfiguration(request) {
      const { file, make_equal: makeEqual = false, hash } = request.body;
      const wanted = { file, makeEqual, by: actedBy(request) };
      return reply(200, differenceToWire(await importConfiguration(ctx, wanted, hash)));
    },
  };
}
