import { section, text, texts, whole, type Context } from '../../server/plugin.ts';

const DAY_MS = 86_400_000;

/** How long what is over is kept, in days. */
export const exposureRetention = section('exposure_retention', {
  closed_days: whole(730, { min: 30, max: 3_650 }),
  exceptions_days: whole(90, { min: 1, max: 3_650 }),
});

/** From when on what was closed is kept, by the setting of this moment. */
export async function closedKeptSince(ctx: Pick<Context, 'db' | 'settings'>): Promise<Date> {
  const { closed_days: days } = await ctx.settings.get(exposureRetention);
  return new Date((await ctx.db.now()).getTime() - days * DAY_MS);
}

/** What holds the headers of a kernel and none of its code; the names are those of Debian, Red Hat and SUSE. */
const HEADERS = [
  ...['linux-libc-dev', 'linux-headers-*', 'linux-kbuild-*', 'linux-compiler-*'],
  ...['kernel-headers', 'kernel-devel', 'kernel-devel-*', 'kernel-default-devel', 'kernel-macros'],
];
const PACKAGE = /^[A-Za-z0-9][A-Za-z0-9._+-]+\*?$/;
const judge = (name: string): string | null =>
  PACKAGE.test(name) ? null : 'must be the name of a package, which may end in *';

/** Packages that alone make no host count for the CVEs without a fix of their source. */
export const withoutFixSection = section('exposure_without_fix', {
  set_aside: {
    ...texts({ maxItems: 100, item: text('', { maxLength: 128, judge }) }),
    fallback: HEADERS as readonly string[],
  },
});

/** Whether a package has one of the names, of which those that end in `*` name all that begin so. */
export function namedIn(names: readonly string[]): (packageName: string) => boolean {
  const whole = new Set(names.filter((name) => !name.endsWith('*')));
  const beginnings = names.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));
  return (name) => whole.has(name) || beginnings.some((beginning) => name.startsWith(beginning));
}
