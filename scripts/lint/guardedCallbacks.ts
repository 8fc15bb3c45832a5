import type { Rule, Scope } from 'eslint';

type Node = Parameters<Rule.RuleContext['sourceCode']['getScope']>[0];
type CallExpression = Extract<Node, { type: 'CallExpression' }>;
type Identifier = Extract<Node, { type: 'Identifier' }>;

const LISTEN = new Set(['on', 'once', 'addListener', 'prependListener', 'prependOnceListener']);
const TIMERS = new Set(['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask']);
/**
 * Calls that keep the functions they are given and call them later, when no caller is left to catch what they throw.
 */
const KEEPERS = new Set(['handleUpgrade', 'listen', 'nextTick', 'setTimeout', 'use', 'watch']);
/** Calls whose second argument is a callback, whatever its name. */
const SECOND_IS_CALLBACK = new Set(['addEventListener', 'createServer', ...LISTEN]);
/** Calls that a callback may make without a guard: none of them throws. */
const HARMLESS_CALLS = new Set(['clearInterval', 'clearTimeout', 'reject', 'resolve']);
const HARMLESS_METHODS = new Set(
  'abort clear clearTimeout delete destroy destroySoon end exit off push removeEventListener resume set setTimeout terminate unref'.split(
    ' ',
  ),
);

/**
 * Demands `guarded()` around every callback of an emitter, a timer or a server that does more than what cannot
 * fail: whatever it throws has no caller and ends the process.
 */
export const guardedCallbacks: Rule.RuleModule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      unguarded:
        'A throw in this callback ends the process: wrap it in guarded() of server/shared/guarded.ts.',
    },
  },
  create: ({ sourceCode, report }) => ({
    CallExpression(node) {
      const file: File = { sourceCode, path: [] };
      for (const callback of callbacksOf(node, file)) {
        if (!isHarmless(meaningOf(callback, file), file)) report({ node: callback, messageId: 'unguarded' });
      }
    },
  }),
};

interface File {
  sourceCode: Rule.RuleContext['sourceCode'];
  /** Functions that are being judged, so that a recursive one does not go on for ever. */
  path: readonly Node[];
}

function callbacksOf({ callee, arguments: args }: CallExpression, file: File): Node[] {
  const name = callee.type === 'MemberExpression' ? callee.property : callee;
  if (name.type !== 'Identifier') return [];
  const inline = args.filter((arg) => isFunction(meaningOf(arg, file)));
  if (callee.type === 'Identifier') {
    const own = variableOf(callee, file);
    if (TIMERS.has(name.name)) return own ? [] : args.slice(0, 1);
    if (LISTEN.has(name.name) || own?.defs[0]?.type === 'FunctionName') return [];
  }
  // A clock takes its callback as the first argument, and guards it itself.
  if (name.name === 'setTimeout') return inline.filter((arg) => arg !== args[0]);
  if (LISTEN.has(name.name) && (args.length !== 2 || isBus(callee))) return [];
  if (SECOND_IS_CALLBACK.has(name.name)) return [...new Set([...inline, ...args.slice(1, 2)])];
  return KEEPERS.has(name.name) ? inline : [];
}

/** The bus of the manager's own events: it guards its listeners itself. */
const isBus = (callee: Node): boolean =>
  callee.type === 'MemberExpression' &&
  callee.object.type === 'MemberExpression' &&
  callee.object.property.type === 'Identifier' &&
  callee.object.property.name === 'events';

const isFunction = ({ type }: Node): boolean => /Function/.test(type);

/** The variable of that name that this file declares or imports; null: the name is a global one. */
function variableOf(name: Identifier, { sourceCode }: File): Scope.Variable | null {
  for (let scope: Scope.Scope | null = sourceCode.getScope(name); scope; scope = scope.upper) {
    const variable = scope.set.get(name.name);
    if (variable && variable.defs.length > 0) return variable;
  }
  return null;
}

/** The node that a name stands for, as far as this file tells. */
function meaningOf(node: Node, file: File): Node {
  const definition = node.type === 'Identifier' ? variableOf(node, file)?.defs[0] : undefined;
  if (definition?.type === 'FunctionName') return definition.node;
  if (definition?.type === 'Variable' && definition.node.id.type === 'Identifier')
    return definition.node.init ?? node;
  return node;
}

function isHarmless(node: Node, file: File): boolean {
  if (node.type === 'Identifier') return HARMLESS_CALLS.has(node.name);
  if (node.type === 'CallExpression')
    return node.callee.type === 'Identifier' && node.callee.name === 'guarded';
  if (!isFunction(node) || !('body' in node) || ('async' in node && node.async)) return false;
  if (file.path.includes(node)) return true;
  const { body } = node as { body: Node };
  return isMild(body, { ...file, path: [...file.path, node] });
}

/** Whether a statement or an expression cannot throw, or so nearly that a guard would be noise. */
function isMild(node: Node | null | undefined, file: File): boolean {
  const all = (...nodes: readonly (Node | null | undefined)[]): boolean =>
    nodes.every((part) => isMild(part, file));
  switch (node?.type) {
    case undefined:
    case 'Identifier':
    case 'Literal':
    case 'ThisExpression':
    case 'PrivateIdentifier':
    case 'ArrowFunctionExpression':
      return true;
    case 'BlockStatement':
      return all(...node.body);
    case 'ExpressionStatement':
    case 'ChainExpression':
      return all(node.expression);
    case 'IfStatement':
    case 'ConditionalExpression':
      return all(node.test, node.consequent, node.alternate);
    case 'ReturnStatement':
    case 'UnaryExpression':
      return all(node.argument);
    case 'MemberExpression':
      return all(node.object) && (!node.computed || node.property.type === 'Literal');
    case 'AssignmentExpression':
    case 'BinaryExpression':
    case 'LogicalExpression':
      return all(node.left, node.right);
    case 'TemplateLiteral':
      return all(...node.expressions);
    case 'NewExpression':
      return node.callee.type === 'Identifier' && /Error$/.test(node.callee.name) && all(...node.arguments);
    case 'CallExpression':
      return isHarmlessCall(node, file) && all(...node.arguments);
    default:
      return false;
  }
}

function isHarmlessCall({ callee }: CallExpression, file: File): boolean {
  if (callee.type === 'Identifier') return isHarmless(meaningOf(callee, file), file);
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false;
  return HARMLESS_METHODS.has(callee.property.name) && isMild(callee.object, file);
}
