import type { components } from '#generated/manager.ts';
import { reply } from '../../shared/wire/dispatch.ts';
import type { Context, Routes } from '../../kernel/boot/feature.ts';
import { etagOf, readIfMatch } from '../../kernel/http/etag.ts';
import { actedBy } from '../../kernel/security/actor.ts';

export function settingsRoutes({ settings, tx: runTx }: Context): Routes<'settings'> {
  async function answer() {
    const { version, sections } = await settings.answer();
    // Each section has the form that its feature declares; a test compares them with the contract.
    return reply(200, sections as components['schemas']['Settings'], { ETag: etagOf(version) });
  }
  return {
    getSettings: answer,
    async updateSettings(request) {
      const ifMatch = readIfMatch(request.headers['if-match']);
      const update = { sections: request.body, ifMatch, by: actedBy(request) };
      await settings.judge(update);
      await runTx((tx) => settings.update(tx, update), { name: 'settings.update' });
      return answer();
    },
  };
}
