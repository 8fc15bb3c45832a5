import { AppError } from '../../../../server/shared/wire/appError.ts';
import type { Offer } from '../rpmDriver.ts';
import type { RpmRow } from './inventory.ts';
import { compareEvr } from '../../../../server/shared/versions/rpm.ts';

/** What a job can take: nothing that the host's own configuration excludes. */
export function obtainable(offers: readonly Offer[]): Offer[] {
  return offers.filter(({ excludedIn }) => excludedIn === undefined);
}

/** The newer versions that count: the obtainable ones, or, where every one is excluded, all of them. */
export function unlessAllExcluded(newer: readonly Offer[]): Offer[] {
  const free = obtainable(newer);
  return free.length > 0 ? free : [...newer];
}

/** The version above the installed one that an ordinary job brings, or would but for the host's excludes. */
export function bestOf(offers: readonly Offer[], row: { version: string } | undefined): Offer | undefined {
  const newer = offers.filter(
    ({ onDemand, version }) => !onDemand && (!row || compareEvr(version, row.version) > 0),
  );
  return unlessAllExcluded(newer).at(-1);
}

/** Why a plan leaves a package as it is; undefined for a hold, which needs no more words. */
export function excludedMessage(offer: Offer | undefined): string | undefined {
  const place = offer?.excludedIn;
  return place === undefined ? undefined : `The package is held on this host: excluded in ${place}.`;
}

/** PACKAGE_HELD, with where it stands for what no hold keeps back but an exclude. */
export function heldError(held: readonly { name: string; excludedIn?: string }[]): AppError {
  const words = held.map(({ name, excludedIn }) =>
    excludedIn === undefined ? name : `${name} (excluded in ${excludedIn})`,
  );
  const message = `Held on this host: ${words.join(', ')}.`;
  return new AppError('PACKAGE_HELD', { message, details: { packages: held.map(({ name }) => name) } });
}

/** Throws UNSUPPORTED for a package that stays back all the same when its hold is released. */
export function assertReleasable(
  known: readonly { name: string; offers: Offer[]; row: RpmRow | undefined }[],
): void {
  const stuck = known.flatMap(({ name, offers, row }) => {
    const place = bestOf(offers, row)?.excludedIn;
    return place === undefined ? [] : [{ name, place }];
  });
  if (stuck.length === 0) return;
  const words = stuck.map(({ name, place }) => `${name} is excluded in ${place}`);
  const message = `${words.join('; ')}: that can only be changed on the host.`;
  throw new AppError('UNSUPPORTED', { message, details: { packages: stuck.map(({ name }) => name) } });
}
