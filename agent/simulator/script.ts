import { createHash } from 'node:crypto';
import { agentErrors } from '../../server/shared/wire/agentErrors.ts';
import type { SimulatedPackages } from './backend.ts';
import { LIES, REBOOT_RESULTS, wellBehaved } from './behaviour.ts';
import type { Behaviour, ScriptedFailure } from './behaviour.ts';

/** The behaviour of some hosts; later rules override earlier ones. */
export interface Rule {
  /** `share`: part of all hosts, 0 to 1; always the same hosts. */
  of: { share: number } | { hosts: ReadonlySet<string> };
  behaviour: Partial<Behaviour>;
}

export interface SimulatorScript {
  packages: SimulatedPackages;
  rules: readonly Rule[];
}

/** What is wrong with a script, and where. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
}

/** Parses the text of a script (JSON, see README.md). Throws ScriptError. */
export function parseScript(text: string): SimulatorScript {
  const root = objectOf(parseJson(text), '');
  const { packages = {}, rules = [] } = root;
  only(root, ['packages', 'rules'], '');
  if (!Array.isArray(rules)) throw new ScriptError('/rules must be a list');
  return {
    packages: readPackages(objectOf(packages, '/packages')),
    rules: rules.map((rule, index) => readRule(objectOf(rule, `/rules/${index}`), `/rules/${index}`)),
  };
}

/** The behaviour of each host. Each rule's share is exact, and which hosts it takes does not depend on other rules. */
export function behavioursOf(rules: readonly Rule[], names: readonly string[]): (name: string) => Behaviour {
  const chosen = rules.map(({ of }, index) => ('hosts' in of ? of.hosts : shareOf(names, of.share, index)));
  return (name) => {
    const fitting = rules.filter((_rule, index) => chosen[index]?.has(name));
    return Object.assign(wellBehaved(), ...fitting.map(({ behaviour }) => behaviour)) as Behaviour;
  };
}

function shareOf(names: readonly string[], share: number, salt: number): ReadonlySet<string> {
  const ranked = names.map((name) => ({
    name,
    rank: createHash('sha256').update(`${salt}/${name}`).digest('hex'),
  }));
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return new Set(ranked.slice(0, Math.round(share * names.length)).map(({ name }) => name));
}

type Values = Record<string, unknown>;

function readRule(rule: Values, at: string): Rule {
  const { share, hosts, ...rest } = rule;
  if ((share === undefined) === (hosts === undefined))
    throw new ScriptError(`${at} needs either share or hosts`);
  const behaviour = Object.entries(rest).map(([key, value]) => readBehaviour(key, value, `${at}/${key}`));
  return {
    of: readChoice(share, hosts, at),
    behaviour: Object.assign({}, ...behaviour) as Rule['behaviour'],
  };
}

function readChoice(share: unknown, hosts: unknown, at: string): Rule['of'] {
  if (share === undefined) return { hosts: new Set(namesOf(hosts, `${at}/hosts`)) };
  if (typeof share === 'number' && share >= 0 && share <= 1) return { share };
  throw new ScriptError(`${at}/share must be a number from 0 to 1`);
}

function readBehaviour(key: string, value: unknown, at: string): Partial<Behaviour> {
  switch (key) {
    case 'power':
      return { power: oneOf(value, ['on', 'off'], at) };
    case 'silent':
      return { silent: oneOf(value, [true, false], at) };
    case 'answer_delay_ms':
      return { answerDelayMs: countOf(value, at) };
    case 'package_ms':
      return { packageMs: countOf(value, at) };
    case 'fail':
      return { fail: readFailure(objectOf(value, at), at) };
    case 'reboot':
      return { reboot: oneOf(value, REBOOT_RESULTS, at) };
    case 'reboot_ms':
      return { rebootMs: countOf(value, at) };
    case 'lie':
      return { lie: oneOf(value, LIES, at) };
    case 'lacks':
      return { lacks: namesOf(value, at) };
    default:
      throw new ScriptError(`${at} is not known`);
  }
}

function readFailure(fail: Values, at: string): ScriptedFailure {
  only(fail, ['package', 'code', 'message', 'when', 'times'], at);
  const { package: name, code = 'SCRIPT_FAILED', message, when = 'during', times } = fail;
  return {
    package: name === undefined ? null : textOf(name, `${at}/package`),
    code: oneOf(code, Object.keys(agentErrors), `${at}/code`),
    message: message === undefined ? null : textOf(message, `${at}/message`),
    when: oneOf(when, ['before', 'during'], `${at}/when`),
    times: times === undefined ? Infinity : countOf(times, `${at}/times`),
  };
}

function readPackages(packages: Values): SimulatedPackages {
  const counts = {
    installed: 'installed',
    patches: 'patches',
    security: 'security',
    package_ms: 'latencyMs',
  };
  const names = { named: 'named', reboot_after: 'rebootAfter' };
  only(packages, [...Object.keys(counts), ...Object.keys(names)], '/packages');
  const read = (keys: Record<string, string>, how: (value: unknown, at: string) => unknown): Values =>
    Object.fromEntries(
      Object.entries(keys)
        .filter(([key]) => packages[key] !== undefined)
        .map(([key, to]) => [to, how(packages[key], `/packages/${key}`)]),
    );
  return { ...read(counts, countOf), ...read(names, namesOf) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ScriptError(`the script is not JSON: ${(error as Error).message}`);
  }
}

function objectOf(value: unknown, at: string): Values {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Values;
  throw new ScriptError(`${at || 'the script'} must be an object`);
}

function only(value: Values, keys: readonly string[], at: string): void {
  const unknown = Object.keys(value).find((key) => !keys.includes(key));
  if (unknown !== undefined) throw new ScriptError(`${at}/${unknown} is not known`);
}

function oneOf<T>(value: unknown, allowed: readonly T[], at: string): T {
  const found = allowed.find((one) => one === value);
  if (found !== undefined) return found;
  throw new ScriptError(`${at} must be one of ${allowed.join(', ')}`);
}

function countOf(value: unknown, at: string): number {
  if (Number.isInteger(value) && (value as number) >= 0) return value as number;
  throw new ScriptError(`${at} must be a whole number from 0 on`);
}

function textOf(value: unknown, at: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new ScriptError(`${at} must be a text`);
}

function namesOf(value: unknown, at: string): string[] {
  if (Array.isArray(value)) return value.map((one, index) => textOf(one, `${at}/${index}`));
  throw new ScriptError(`${at} must be a list of names`);
}
