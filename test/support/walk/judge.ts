/** Checks answers against the contract, on the client's side: status, headers, body, and the error's code. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { document, errorCodes, type Operation } from './contract.ts';

export interface Answer<T = unknown> {
  status: number;
  headers: Headers;
  /** Parsed JSON; text for other content; null without a body. */
  body: T;
  /** Code of an error; null otherwise. */
  code: string | null;
}

const ajv = new Ajv2020({ strict: false, validateFormats: true, allErrors: false, inlineRefs: false });
// The package is CommonJS, but its types say otherwise.
(formats as unknown as { default: (one: Ajv2020) => void }).default(ajv);
for (const name of ['int32', 'int64', 'float', 'double', 'binary', 'password']) ajv.addFormat(name, true);
ajv.addSchema({ ...(document as object), $id: 'contract' });

const known = new Map<string, ValidateFunction>();

function validatorAt(pointer: string): ValidateFunction {
  const found = known.get(pointer) ?? ajv.compile({ $ref: `contract#${pointer}` });
  known.set(pointer, found);
  return found;
}

const part = (key: string): string =>
  `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`;

/** What is wrong with a call of a webhook, by the contract's webhook of its `type`; usually empty. */
export function webhookDeviations(text: string): string[] {
  const body = JSON.parse(text) as { type: string };
  const { type } = body;
  if (!Object.hasOwn(document.webhooks ?? {}, type)) return [`no webhook ${type}: ${text}`];
  const at = `/webhooks${part(type)}/post/requestBody/content${part('application/json')}/schema`;
  const validate = validatorAt(at);
  if (validate(body)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${type}: ${instancePath} ${message ?? ''}`,
  );
}

/** Errors that come before an operation is found, so that none names them. */
const OF_NONE: ReadonlySet<string> = new Set(['METHOD_NOT_ALLOWED', 'HEADERS_TOO_LARGE']);

/** What is wrong with an answer, in sentences; usually empty. */
export function deviationsOf(operation: Operation, answer: Answer): string[] {
  const { operationId, responses } = operation;
  const { status, body, code } = answer;
  const shown = `${operationId} answered ${status} ${code ?? ''}`.trim();
  const documented = responses[String(status)];
  if (code !== null) return errorDeviations(operation, answer).map((text) => `${shown}: ${text}`);
  if (!documented) return [`${shown}, which is not documented`];
  return [
    ...headerDeviations(documented.headers ?? {}, answer.headers),
    ...bodyDeviations(operation, answer, String(status)),
  ].map((text) => `${shown}: ${text} ${JSON.stringify(body)?.slice(0, 300) ?? ''}`);
}

function errorDeviations(operation: Operation, answer: Answer): string[] {
  const { code, status } = answer;
  const name = code ?? '';
  const own = operation.responses[String(status)];
  const found: string[] = [];
  if (!operation.codes.has(name) && !OF_NONE.has(name)) found.push('the code is not documented');
  if (name === 'INTERNAL_ERROR') found.push('a fault of the manager');
  const wanted = errorCodes[name]?.status ?? null;
  if (wanted !== status) found.push(`the code's status is ${wanted}`);
  found.push(...detailsDeviations(answer));
  if (answer.headers.get('x-request-id') === null) found.push('no X-Request-Id');
  found.push(...headerDeviations(own?.headers ?? {}, answer.headers));
  found.push(...bodyDeviations(operation, answer, own ? String(status) : 'default'));
  return found.length > 0 ? [`${found.join('; ')} ${JSON.stringify(answer.body).slice(0, 300)}`] : [];
}

/** The details of an error hold what the schema of its code names, and nothing else. */
function detailsDeviations({ body, code }: Answer): string[] {
  const { details } = (body as { error?: { details?: Record<string, unknown> } } | null)?.error ?? {};
  const schema = errorCodes[code ?? '']?.details;
  const unknown = Object.keys(details ?? {}).filter((key) => !Object.hasOwn(schema?.properties ?? {}, key));
  const found = unknown.map((key) => `details.${key} is not documented`);
  if (!schema) return found;
  const validate = validatorAt(`/components/x-error-codes/${code}/details`);
  if (!validate(details ?? {})) found.push(...textsOf(validate, 'details'));
  return found;
}

const textsOf = ({ errors }: ValidateFunction, where: string): string[] =>
  (errors ?? []).map(({ instancePath, message }) => `${where}${instancePath} ${message ?? ''}`);

/** Headers that may be absent: the contract says when they are there. */
const MAY_BE_ABSENT: ReadonlySet<string> = new Set(['Link']);

type Documented = Operation['responses'][string];

function headerDeviations(documented: NonNullable<Documented['headers']>, headers: Headers): string[] {
  const missing = Object.keys(documented).filter(
    (name) => headers.get(name) === null && !MAY_BE_ABSENT.has(name),
  );
  const tagged = Object.keys(documented).some((name) => name.toLowerCase() === 'etag');
  return [
    ...missing.map((name) => `the header ${name} is missing`),
    ...(headers.get('etag') !== null && !tagged ? ['an ETag that is not documented'] : []),
  ];
}

function bodyDeviations(operation: Operation, { headers, body }: Answer, status: string): string[] {
  const { content } = operation.responses[status] ?? {};
  if (!content) return body === null ? [] : ['a body that is not documented'];
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '';
  if (!Object.hasOwn(content, type)) return [`the content type ${type} is not documented`];
  if (type !== 'application/json') return [];
  // The validator follows a reference in place of the answer.
  const response = (document.paths[operation.path] as unknown as Record<string, { responses: object }>)[
    operation.method.toLowerCase()
  ]?.responses as Record<string, { $ref?: string }>;
  const ref = response[status]?.$ref;
  const at = ref
    ? ref.slice(1)
    : `/paths${part(operation.path)}/${operation.method.toLowerCase()}/responses/${status}`;
  const validate = validatorAt(`${at}/content${part(type)}/schema`);
  if (validate(body)) return [];
  return textsOf(validate, 'body');
}
