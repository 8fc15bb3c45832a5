import { actedBy, AppError, type Context, etags, reply, type Routes, validationError } from '#sdk';
import { normalEntry } from './domain.ts';
import { allowList } from './settings.ts';

/** A second way to the section `ip_whitelist` of the settings: one store, one version, one set of rules. */
export function allowListRoutes({ settings, tx: runTx }: Context): Routes<'ip-allow-list'> {
  async function answer({ address }: { address: string }) {
    const { version, sections } = await settings.answer();
    const entries = sections[allowList.name] as string[];
    return reply(200, { entries, caller_address: normalEntry(address) }, { ETag: etags.of(version) });
  }
  return {
    getIpAllowList: answer,
    async updateIpAllowList(request) {
      const ifMatch = etags.read(request.headers['if-match']);
      const sections = { [allowList.name]: request.body.entries };
      await runTx((tx) => settings.update(tx, { sections, ifMatch, by: actedBy(request) }), {
        name: 'update allow-list',
      }).catch(inNamesOfThisDoor);
      return answer(request);
    },
  };
}

/** Renames paths in errors: the caller sent `entries`, and knows nothing of a section. */
function inNamesOfThisDoor(error: unknown): never {
  const errors = error instanceof AppError ? error.details?.errors : undefined;
  if (!(error instanceof AppError) || error.code !== 'VALIDATION_FAILED' || !Array.isArray(errors))
    throw error;
  const told = (errors as { path: string; message: string }[]).map(({ path, message }) => ({
    path: path.replace(`/body/${allowList.name}`, '/body/entries'),
    message,
  }));
  throw validationError(told);
}
