import { type Context, setting } from '#sdk';

const MIB = 1_048_576;

/** The largest attachment of a mail: many servers take no more than 10 MiB, and encoding adds a third. 0: none. */
export const reportSection = setting.section('reports', {
  attachment_max_mib: setting.whole(10, { min: 0, max: 25 }),
});

/** The setting in bytes, at most 2 s old. */
export async function attachmentMaxBytes({ settings }: Pick<Context, 'settings'>): Promise<number> {
  return (await settings.get(reportSection)).attachment_max_mib * MIB;
}
