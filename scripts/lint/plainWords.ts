import { readFileSync } from 'node:fs';
import type { Rule } from 'eslint';
import { parse } from 'yaml';

/** A habit of speech that is not of the trade, and what the trade says. */
interface Habit {
  pattern: RegExp;
  instead: string;
}

const ruleset = readFileSync(new URL('../../.spectral.yaml', import.meta.url), 'utf8');

/** The words that the contract may not use either: the rule `plain-words` of .spectral.yaml keeps them. */
function contractWords(): RegExp {
  const { rules } = parse(ruleset) as {
    rules: { 'plain-words': { then: { functionOptions: { notMatch: string } } } };
  };
  const { notMatch } = rules['plain-words'].then.functionOptions;
  const end = notMatch.lastIndexOf('/');
  return new RegExp(notMatch.slice(1, end), notMatch.slice(end + 1));
}

/** What no text for people says: page, error, mail, report, command line, documentation. */
export const HABITS: readonly Habit[] = [
  { pattern: contractWords(), instead: 'automatically, report, again, in progress, skip, remove, revert' },
  { pattern: /\b(second person|let in|lets? \w+ begin)\b/i, instead: 'second approval, allow, start' },
  { pattern: /\b(break|beyond) (a|its|their|the) service level/i, instead: 'out of SLA, overdue' },
  { pattern: /\b(is|are|was) excepted\b|\bexcept (it|a)\b/i, instead: 'exclude, add exception' },
  { pattern: /\bfor good\b/i, instead: 'permanently' },
];

/** What the web UI does not say besides: there a text is a label, a heading or a hint. */
export const LABEL_HABITS: readonly Habit[] = [
  ...HABITS,
  { pattern: /^(It|Its)\s/, instead: 'name the thing, or leave the subject out' },
  { pattern: /^(What|Who|Whom|Whose|How|When)\b[^?.!:]*$/, instead: 'a noun as a heading or label' },
  { pattern: /\bMake (a|an|the|new)\b|\bmade by\b|\b(is|was) made\b/, instead: 'create, created' },
  { pattern: /\bTake\b.*\b(away|out|back)\b/, instead: 'remove, undo' },
  {
    pattern: /\b(certificate|root|approval|token|request|exception)s? ends?\b/i,
    instead: 'expires',
  },
  {
    pattern: /\b(it|this|rule|group|policy|report|job|file|freeze|approval|schedule) holds\b/i,
    instead: 'contains, includes, is active, applies',
  },
  { pattern: /^Waits\b|\bwaits? for (approval|a second)/i, instead: 'awaiting, waiting' },
  { pattern: /\b(goes|go) on\b(?! sale)/i, instead: 'continue, resume' },
];

/** The habits in a text: what was said, and what to say; none if it is plain. */
export function habitsIn(text: string, habits: readonly Habit[]): { said: string; instead: string }[] {
  return habits.flatMap(({ pattern, instead }) => {
    const [said] = pattern.exec(text) ?? [];
    return said === undefined ? [] : [{ said: said.trim(), instead }];
  });
}

/** The attributes of markup that are read. */
const READ = /\b(?:aria-label|label|heading|title|help|legend|placeholder|alt)="([^"]*)(?:"|$)/g;

/** The texts in a piece of a template: between tags, and in the attributes that are read. A piece may begin in a tag. */
function proseOf(source: string): string[] {
  const markup = source.replaceAll(/\s+/g, ' ');
  const between = markup
    .replaceAll(/<[^<>]*(>|$)/g, '\n')
    .replace(/^[^\n>]*>/, '')
    .split('\n');
  const read = [...markup.matchAll(READ)].map(([, text = '']) => text);
  return [...between, ...read].map((text) => text.trim()).filter((text) => !/=$|^[.@?\w-]+=/.test(text));
}

type Visited = { value?: unknown; parent?: { type: string; tag?: { type: string; name?: string } } };

/** Refuses habits of speech in texts that people read. Names, imports, types and style sheets are no such texts. */
export const plainWords: Rule.RuleModule = {
  meta: {
    type: 'problem',
    schema: [{ enum: ['texts', 'labels'] }],
    messages: { habit: 'Say it in the words of the trade: “{{said}}” (instead: {{instead}}).' },
  },
  create: ({ options, report }) => {
    const habits = options[0] === 'labels' ? LABEL_HABITS : HABITS;
    const judge = (node: Rule.Node, texts: readonly string[]): void => {
      for (const text of texts) {
        if (!/\p{Ll}/u.test(text) || (options[0] !== 'labels' && !/\p{L}\s|^\p{Lu}/u.test(text))) continue;
        for (const data of habitsIn(text, habits)) report({ node, messageId: 'habit', data });
      }
    };
    return {
      Literal(node) {
        const { value, parent } = node as Visited;
        if (typeof value !== 'string' || /^(Import|Export|TS)/.test(parent?.type ?? '')) return;
        judge(node, [value]);
      },
      TemplateElement(node) {
        const { tag } = (node.parent as unknown as Visited).parent ?? {};
        if (tag?.name === 'css') return;
        judge(node, proseOf(node.value.cooked ?? ''));
      },
    };
  },
};
