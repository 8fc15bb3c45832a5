import { AppError } from '#server/shared/wire/appError.ts';
import type { Offer } from '../rpmDriver.ts';
import type { RpmRow } from './inventory.ts';
import { compareEvr } from '#server/shared/versions/rpm.ts';

/** The offers that a job can install: those that the host's own configuration does not exclude. */
export function obtainable(offers: readonly Offer[]): Offer[] {
  return offers.filter(({ excludedIn }) => excludedIn === undefined);
}

/** The obtainable ones of these newer versions; all of them if every one is excluded. */
export function unlessAllExcluded(newer: readonly Offer[]): Offer[] {
  const free = obtainable(newer);
  return free.length > 0 ? free : [...newer];
}

/** The newer version that an ordinary job installs, or would install without the host's excludes. */
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

/** PACKAGE_HELD; for a package that is held by an exclude, the message names the file. */
export function heldError(held: readonly { name: string; excludedIn?: string }[]): AppError {
  const words = held.map(({ name, excludedIn }) =>
    excludedIn === undefined ? name : `${name} (excluded in ${excludedIn})`,
  );
  const message = `Held on this host: ${words.join(', ')}.`;
  return new AppError('PACKAGE_HELD', { message, details: { packages: held.map(({ name }) => name) } });
}

/** Throws UNSUPPORTED for a package that an exclude would keep back even after its hold is released. */
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
