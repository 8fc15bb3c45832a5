/** The feature of identity with other hashes of passwords than a manager's. */
import { defineCore } from '../../kernel/boot/feature.ts';
import type { AnyFeature } from '../../kernel/boot/loader.ts';
import { identityJobs } from './jobs.ts';
import { identityFeature } from './plugin.ts';
import { identityRoutes } from './routes.ts';
import { createIdentity } from './service/createService.ts';
import { createPasswordHasher, type PasswordHasher } from './service/passwords.ts';

export const identityWith = (createHasher: () => PasswordHasher) =>
  defineCore({
    ...identityFeature,
    async setup(ctx) {
      const parts = await createIdentity(ctx, createHasher());
      return { service: parts.service, routes: identityRoutes(ctx, parts), jobs: identityJobs(ctx) };
    },
  });

/** The real feature with real hashes at a hundredth of the cost: the first password alone took a third of an app's start. */
const lightIdentity = identityWith(() =>
  createPasswordHasher({ type: 2, memoryCost: 1024, timeCost: 2, parallelism: 1 }),
);

/** These features, the one that ships with light hashes in its place. A copy of it keeps its costly ones. */
export const withLightHashes = (features: readonly AnyFeature[]): AnyFeature[] =>
  features.map((feature) => (feature === identityFeature ? lightIdentity : feature));
