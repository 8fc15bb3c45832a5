import type { SettingsStore } from '../security/settings/settings.ts';
import type { AnyFeature, Context, FeatureSetup } from './feature.ts';
import type { HookBus } from '../hooks.ts';
import type { OwnMetrics } from '../metrics.ts';
import { assertSearch } from './search.ts';
import { serviceViews } from './services.ts';

type Setups = ReadonlyMap<string, FeatureSetup<string>>;

/**
 * The context as one feature gets it. The feature can use only what its manifest names (services, sections of settings),
 * and only hooks, steps, topics and jobs of its own. Anything else throws at the first use, with the
 * feature and what it wanted.
 */
export function contextOf(
  feature: AnyFeature,
  { ctx, setups, metrics }: { ctx: Context; setups: Setups; metrics: OwnMetrics },
): Context {
  const { name, settings = [] } = feature;
  const sections = settings.map((section) => section.name);
  const needs = (isDeclared: boolean, what: string): void => {
    if (!isDeclared) throw new Error(`${name} ${what}, which its manifest does not name`);
  };
  const own = (does: string, thing: string): void => {
    if (!thing.startsWith(`${name}.`))
      throw new Error(`${name} ${does} ${thing}, which is not named after it`);
  };
  const hooks: HookBus = {
    ...ctx.hooks,
    async ask(point, question) {
      // Whoever takes calls that come another way asks what the request pipeline asks.
      if (!point.startsWith('http.')) own('asks the hook', point);
      return ctx.hooks.ask(point, question);
    },
  };
  const steps: Context['steps'] = {
    ...ctx.steps,
    async join(tx, point, fact) {
      own('has others join the step', point);
      return ctx.steps.join(tx, point, fact);
    },
  };
  const ownSettings: SettingsStore = {
    ...ctx.settings,
    async get(section) {
      needs(sections.includes(section.name), `reads the settings ${section.name}`);
      return ctx.settings.get(section);
    },
    async getIn(tx, section) {
      needs(sections.includes(section.name), `reads the settings ${section.name}`);
      return ctx.settings.getIn(tx, section);
    },
    inUpdate(section, step) {
      needs(sections.includes(section.name), `follows the settings ${section.name}`);
      ctx.settings.inUpdate(section, step);
    },
    beforeUpdate(section, check) {
      needs(sections.includes(section.name), `judges the settings ${section.name}`);
      ctx.settings.beforeUpdate(section, check);
    },
  };
  const outbox: Context['outbox'] = {
    ...ctx.outbox,
    deliver(handlers) {
      for (const topic of Object.keys(handlers)) own('delivers messages of the topic', topic);
      ctx.outbox.deliver(handlers);
    },
    async write(tx, topic, message) {
      own('writes messages of the topic', topic);
      return ctx.outbox.write(tx, topic, message);
    },
  };
  const configuration: Context['configuration'] = {
    ...ctx.configuration,
    add(...parts) {
      const taken = parts.find((part) => ctx.configuration.all().some((other) => other.name === part.name));
      if (taken) throw new Error(`the part ${taken.name} of the configuration is another feature's`);
      ctx.configuration.add(...parts);
    },
  };
  const search: Context['search'] = {
    ...ctx.search,
    add(...sources) {
      assertSearch(name, sources, ctx.search.all());
      ctx.search.add(...sources);
    },
  };
  return {
    ...ctx,
    ...serviceViews(feature, setups, ctx.core),
    log: ctx.log.child({ feature: name }),
    metrics: metrics.of(name),
    hooks,
    steps,
    outbox,
    configuration,
    search,
    settings: ownSettings,
    jobs: ownJobs(name, ctx, setups),
  };
}

/** Lets a feature schedule only its own jobs: one that no set-up defines would wait in the database for ever. */
function ownJobs(feature: string, { jobs }: Context, setups: Setups): Context['jobs'] {
  const assertOwn = (name: string): void => {
    const setup = setups.get(feature);
    if (name.startsWith(`${feature}.`) && (!setup || Object.hasOwn(setup.jobs ?? {}, name))) return;
    throw new Error(`${feature} schedules ${name}, which is no job of its set-up`);
  };
  return {
    async schedule(name, data, options) {
      assertOwn(name);
      return jobs.schedule(name, data, options);
    },
    healthy: () => jobs.healthy(),
  };
}
