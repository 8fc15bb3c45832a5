import ts from 'typescript';

/** An operator turned, a condition dropped or fixed, a write (or another step) left out. */
export const kinds = ['operator', 'condition', 'write'] as const;
export type Kind = (typeof kinds)[number];

/** One fault that could be planted: `file`, with `replacement` in place of what is from `start` to `end`. */
export type Mutant = {
  /** Names it by content, so that it stays the same when lines above it come and go. */
  id: string;
  file: string;
  kind: Kind;
  start: number;
  end: number;
  replacement: string;
  /** The first line of what is replaced, from 1. */
  line: number;
  /** The lines that it changes, before and after, on one line and without runs of blanks. */
  was: string;
  now: string;
};

type Edit = { kind: Kind; start: number; end: number; replacement: string };

/** Every fault that could be planted in this source. */
export function findMutants(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const edits: Edit[] = [];
  const visit = (node: ts.Node): void => {
    if (isPassedOver(node)) return;
    edits.push(...editsAt(node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return named(file, text, edits);
}

/** The source with the fault in it. */
export function planted(text: string, { start, end, replacement }: Edit): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

function named(file: string, text: string, edits: readonly Edit[]): Mutant[] {
  const seen = new Map<string, number>();
  return edits.map((edit) => {
    const first = text.lastIndexOf('\n', edit.start - 1) + 1;
    const newline = text.indexOf('\n', edit.end);
    const last = newline < 0 ? text.length : newline;
    const was = onOneLine(text.slice(first, last));
    const now = onOneLine(
      planted(text, edit).slice(first, last + edit.replacement.length - (edit.end - edit.start)),
    );
    const name = `${file}: ${was} => ${now}`;
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    const line = text.slice(0, edit.start).split('\n').length;
    return { ...edit, id: nth === 1 ? name : `${name} #${nth}`, file, line, was, now };
  });
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

const logMethod = /(^|[.#])(log|logger|console)\.(trace|debug|info|warn|error|fatal|log)$/i;

/** Types are gone before anything runs, and no test has to hold the text of a log message. */
function isPassedOver(node: ts.Node): boolean {
  if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return true;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true;
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  const called = ts.isExpressionStatement(node) ? bare(node.expression) : node;
  return ts.isCallExpression(called) && logMethod.test(called.expression.getText().replaceAll('?.', '.'));
}

/** An expression without `await`, `void` and parentheses around it. */
function bare(node: ts.Expression): ts.Expression {
  const wraps = ts.isAwaitExpression(node) || ts.isVoidExpression(node) || ts.isParenthesizedExpression(node);
  return wraps ? bare(node.expression) : node;
}

function editsAt(node: ts.Node): Edit[] {
  if (ts.isBinaryExpression(node)) return [...turned(node), ...sides(node)];
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) return unary(node);
  if (ts.isReturnStatement(node) && node.expression) return turnedConstant(node.expression);
  if (ts.isIfStatement(node)) return fixed(node.expression, ['true', 'false']);
  if (ts.isConditionalExpression(node)) return fixed(node.condition, ['true', 'false']);
  if (ts.isWhileStatement(node)) return fixed(node.expression, ['false']);
  if (ts.isExpressionStatement(node)) return leftOut(node);
  if (ts.isCallExpression(node)) return [...filterLeftOut(node), ...columnsLeftOut(node)];
  return [];
}

const opposite: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
  [ts.SyntaxKind.AmpersandAmpersandToken]: '||',
  [ts.SyntaxKind.BarBarToken]: '&&',
  [ts.SyntaxKind.PlusToken]: '-',
  [ts.SyntaxKind.MinusToken]: '+',
  [ts.SyntaxKind.AsteriskToken]: '/',
  [ts.SyntaxKind.PlusEqualsToken]: '-=',
  [ts.SyntaxKind.MinusEqualsToken]: '+=',
};

function turned(node: ts.BinaryExpression): Edit[] {
  const replacement = opposite[node.operatorToken.kind];
  if (replacement === undefined || isText(node.left) || isText(node.right)) return [];
  return [replace('operator', node.operatorToken, replacement)];
}

/** Whether it is a text by its form: `+` then joins. The compiler refuses the rest. */
function isText(node: ts.Expression): boolean {
  const joins = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken;
  if (joins) return isText(node.left) || isText(node.right);
  const { parent } = node;
  const isJoined = ts.isBinaryExpression(parent) && /^\+=?$/.test(parent.operatorToken.getText());
  return isJoined && (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node));
}

/** `a && b` without one of its sides. */
function sides(node: ts.BinaryExpression): Edit[] {
  const { kind } = node.operatorToken;
  const isLogical = kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.BarBarToken;
  if (!isLogical) return [];
  return [node.left, node.right].map((kept) => replace('condition', node, kept.getText()));
}

function unary(node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression): Edit[] {
  const text = node.getText();
  const operand = node.operand.getText();
  if (node.operator === ts.SyntaxKind.ExclamationToken) {
    const isDoubled = [node.operand, node.parent].some(
      (near) => ts.isPrefixUnaryExpression(near) && near.operator === ts.SyntaxKind.ExclamationToken,
    );
    return isDoubled ? [] : [replace('condition', node, operand)];
  }
  if (node.operator === ts.SyntaxKind.PlusPlusToken)
    return [replace('operator', node, text.replace('++', '--'))];
  if (node.operator === ts.SyntaxKind.MinusMinusToken)
    return [replace('operator', node, text.replace('--', '++'))];
  return [];
}

function turnedConstant(value: ts.Expression): Edit[] {
  if (value.kind === ts.SyntaxKind.TrueKeyword) return [replace('operator', value, 'false')];
  if (value.kind === ts.SyntaxKind.FalseKeyword) return [replace('operator', value, 'true')];
  return [];
}

function fixed(condition: ts.Expression, values: readonly string[]): Edit[] {
  if (/^(true|false)$/.test(condition.getText())) return [];
  return values.map((value) => replace('condition', condition, value));
}

function leftOut(node: ts.ExpressionStatement): Edit[] {
  const step = bare(node.expression);
  const isCall = ts.isCallExpression(step) && step.expression.kind !== ts.SyntaxKind.SuperKeyword;
  const isAssignment = ts.isBinaryExpression(step) && isAssigning(step.operatorToken.kind);
  if (!isCall && !isAssignment && !ts.isDeleteExpression(step)) return [];
  // The compiler takes `if (a) ;` for a slip of the pen.
  const isAmongOthers = [ts.isBlock, ts.isSourceFile, ts.isCaseOrDefaultClause].some((is) => is(node.parent));
  return [replace('write', node, isAmongOthers ? ';' : '{}')];
}

function isAssigning(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

const filters = /^((and|or)?where|having|filter$)/i;

/** A query or a list without one of its filters: `x.where(y).first()` becomes `x.first()`. */
function filterLeftOut(node: ts.CallExpression): Edit[] {
  const called = node.expression;
  if (!ts.isPropertyAccessExpression(called) || !filters.test(called.name.text)) return [];
  if (ts.isExpressionStatement(node.parent) || called.questionDotToken) return [];
  return [{ kind: 'condition', start: called.expression.getEnd(), end: node.getEnd(), replacement: '' }];
}

const writers = /^(insert|update|upsert|patch|save|set|record|write|append|emit|create|change)/i;

/** A write without one of its columns. */
function columnsLeftOut(node: ts.CallExpression): Edit[] {
  const called = node.expression;
  const name = ts.isPropertyAccessExpression(called) ? called.name.text : called.getText();
  if (!writers.test(name)) return [];
  return node.arguments.filter(ts.isObjectLiteralExpression).flatMap(({ properties }) => {
    if (properties.length < 2) return [];
    return properties.map((property, index): Edit => {
      const next = properties[index + 1];
      const start = next ? property.getStart() : (properties[index - 1]?.getEnd() ?? property.getStart());
      return { kind: 'write', start, end: next ? next.getStart() : property.getEnd(), replacement: '' };
    });
  });
}

function replace(kind: Kind, node: ts.Node, replacement: string): Edit {
  return { kind, start: node.getStart(), end: node.getEnd(), replacement };
}
