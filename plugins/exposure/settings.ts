import { type Context, setting } from '#sdk';

const DAY_MS = 86_400_000;

/** How long closed rows and expired exceptions are kept, in days. */
export const exposureRetention = setting.section('exposure_retention', {
  closed_days: setting.keptDays(730, { min: 30, max: 3_650 }),
  exceptions_days: setting.keptDays(90, { min: 1, max: 3_650 }),
});

/** Rows that were closed since this time are kept, by the present setting. */
export async function closedKeptSince(ctx: Pick<Context, 'db' | 'settings'>): Promise<Date> {
  const { closed_days: days } = await ctx.settings.get(exposureRetention);
  return new Date((await ctx.db.now()).getTime() - days * DAY_MS);
}

/** Packages with the headers of a kernel and none of its code; names of Debian, Red Hat and SUSE. */
const HEADERS = [
  'linux-libc-dev',
  'linux-headers-*',
  'linux-kbuild-*',
  'linux-compiler-*',
  'kernel-headers',
  'kernel-devel',
  'kernel-devel-*',
  'kernel-default-devel',
  'kernel-macros',
];
const PACKAGE = /^[A-Za-z0-9][A-Za-z0-9._+-]+\*?$/;
const judge = (name: string): string | null =>
  PACKAGE.test(name) ? null : 'must be the name of a package, which may end in *';

/** Set-aside packages: a host with only these of a source does not count for the source's CVEs without a fix. */
export const withoutFixSection = setting.section('exposure_without_fix', {
  set_aside: {
    ...setting.texts({ maxItems: 100, item: setting.text('', { maxLength: 128, judge }) }),
    fallback: HEADERS as readonly string[],
  },
});

/** Tells whether a package has one of the names; a name that ends in `*` means all that begin so. */
export function namedIn(names: readonly string[]): (packageName: string) => boolean {
  const whole = new Set(names.filter((name) => !name.endsWith('*')));
  const beginnings = names.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));
  return (name) => whole.has(name) || beginnings.some((beginning) => name.startsWith(beginning));
}
