import { section, whole, type Context } from '../../server/plugin.ts';

const MIB = 1_048_576;

/** What a mail may carry: of many servers no more than 10 MiB, and on its way a file grows by a third. 0: nothing. */
export const reportSection = section('reports', {
  attachment_max_mib: whole(10, { min: 0, max: 25 }),
});

/** As it was at most 2 s ago. */
export async function attachmentMaxBytes({ settings }: Pick<Context, 'settings'>): Promise<number> {
  return (await settings.get(reportSection)).attachment_max_mib * MIB;
}

/** “14.2 MiB”, “812 KiB”: rounded up, so that what is too large is never told as what would fit. */
export function sizeText(bytes: number): string {
  if (bytes < MIB) return `${Math.ceil(bytes / 1_024)} KiB`;
  return `${(Math.ceil((bytes * 10) / MIB) / 10).toString()} MiB`;
}
