import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { Request, RequestHandler } from 'express';
import { AjvOptions } from 'express-openapi-validator/dist/framework/ajv/options.js';
import { defaultSerDes } from 'express-openapi-validator/dist/framework/base.serdes.js';
import {
  BadRequest,
  type NormalizedOpenApiValidatorOpts,
  type OpenAPIV3,
  type OpenApiRequest,
  type OpenApiRequestMetadata,
} from 'express-openapi-validator/dist/framework/types.js';
import { RequestValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js';
import { ResponseValidator } from 'express-openapi-validator/dist/middlewares/openapi.response.validator.js';
import { SchemaPreprocessor } from 'express-openapi-validator/dist/middlewares/parsers/schema.preprocessor.js';
import type { ContractDocument } from './operations.ts';
import type { ValidationIssue } from '../../shared/wire/appError.ts';
import type { OperationRow } from '../../shared/wire/dispatch.ts';
import { timeOf } from '../../shared/wire/times.ts';
import { componentOf, partOf, type DocumentPart } from './documentPart.ts';
import { choiceOf, fieldsParameter } from './fields.ts';
import { issuesOf, type Violation } from './violations.ts';

export interface ValidatorOptions {
  validateResponses: boolean;
  /** True: every violated rule is told; false: only the first. */
  allErrors: boolean;
}

/** The document's number for the library. Each operation has a document of its own here, so one number is enough. */
const SERIAL = 0;
/**
 * Turns off Ajv's optimising of compiled code, which takes longer than the compiling; V8 optimises where it matters.
 */
const AS_WRITTEN = { optimize: false } as const;

/**
 * Checks requests of one operation (and its answers) against the contract, with the parts of express-openapi-validator.
 * Its own middleware prepares the whole document at once, which took a starting manager half of its processor time;
 * compiles each operation together with all others; and tries the path of each request on every operation.
 */
export function operationValidator(
  document: ContractDocument,
  operation: OperationRow,
  options: ValidatorOptions,
): RequestHandler {
  const part = partOf(document, operation);
  nameFields(part, operation);
  const ajv = new AjvOptions(settingsOf(options));
  const preprocessor = new SchemaPreprocessor(
    part as never,
    ajv.preprocessor,
    answerSettings(options) as never,
  );
  // To resolve a `$ref`, the library itself compiles its target first and throws the compiled code away.
  Object.assign(preprocessor, { resolveSchema: (node: unknown) => componentOf(part, node) });
  const { apiDoc, apiDocRes } = preprocessor.preProcess();
  const requests = inWords(new RequestValidator(apiDoc, { ...ajv.request, code: AS_WRITTEN, verbose: true }));
  const answers =
    apiDocRes &&
    lazily(new ResponseValidator(apiDocRes, { ...ajv.response, code: AS_WRITTEN }, undefined, SERIAL));
  const holdAnswer = answers?.validate();
  const metadataOf = metadata(operation, apiDoc, apiDocRes);
  return (req, res, next) => {
    const known = req as OpenApiRequest;
    known.openapi = metadataOf(req);
    req.params = known.openapi.pathParams;
    void requests.validate(known, res, (refused?: unknown) => {
      const error = refused ?? infiniteIn(req);
      if (error !== undefined || !holdAnswer) return next(error);
      return holdAnswer(req, res, next);
    });
  };
}

/** The contract has one parameter `fields` for all: which names it takes follows from each operation's answer. */
function nameFields(part: DocumentPart, operation: OperationRow): void {
  const { items } = fieldsParameter(part, operation)?.schema ?? {};
  const choice = items && choiceOf(part, operation);
  if (choice) items.enum = choice.names;
}

/** The part of Ajv by which the library gets what it has compiled. */
interface Compiled {
  getSchema(key: string): Check | undefined;
}
type Check = ((data: unknown) => boolean) & { errors?: Violation[] | null };

/** Lets the library tell what is wrong by our texts: its own are those of Ajv, and say nothing of the schema. */
function inWords(requests: RequestValidator): RequestValidator {
  const { ajv, ajvBody } = requests as unknown as { ajv: Compiled; ajvBody: Compiled };
  for (const compiled of [ajv, ajvBody]) {
    const find = compiled.getSchema.bind(compiled);
    compiled.getSchema = (key) => {
      const check = find(key);
      if (!check) return undefined;
      const told: Check = (data) => {
        const valid = check(data);
        told.errors = valid ? null : issuesOf(check.errors ?? []).map(asViolation);
        return valid;
      };
      // The library also reads the schema of what is compiled.
      return Object.assign(told, check);
    };
  }
  return requests;
}

const asViolation = ({ path, message }: ValidationIssue): Violation => ({
  keyword: '',
  instancePath: path,
  schemaPath: '',
  params: {},
  message,
});

type AnswerValidators = Record<string, object>;
type BuildValidators = (answers: Record<string, object>, key: string) => AnswerValidators;

/**
 * Compiles the check of an answer when the first answer with its status is given: the library compiles those of every
 * status at the operation's first answer, most of them errors that this process never answers with.
 */
function lazily(answers: ResponseValidator): ResponseValidator {
  const library = answers as unknown as { buildValidators: BuildValidators };
  const build = library.buildValidators.bind(answers);
  library.buildValidators = (described, key) => {
    const built: AnswerValidators = {};
    for (const [status, answer] of Object.entries(described)) {
      const get = (): object => {
        // An answer that is not JSON has nothing to compile: a JSON body in its place is refused.
        const value = build({ [status]: answer }, key)[status] ?? {};
        Object.defineProperty(built, status, { value });
        return value;
      };
      Object.defineProperty(built, status, { get, enumerable: true, configurable: true });
    }
    return built;
  };
  return answers;
}

type Document = OpenAPIV3.DocumentV3 | OpenAPIV3.DocumentV3_1;

/** What the library is told of a request: its operation, and the parameters in its path. */
function metadata(
  { path, method }: OperationRow,
  document: Document,
  answers: Document | null,
): (req: Request) => OpenApiRequestMetadata {
  const schemaIn = (from: Document): OpenAPIV3.OperationObject =>
    (from.paths as OpenAPIV3.PathsObject)[path]?.[method] as OpenAPIV3.OperationObject;
  const route = path.replaceAll(/\{([^}]+)\}/g, ':$1');
  const paramsOf = pathParams(path);
  const same = {
    expressRoute: route,
    openApiRoute: path,
    schema: schemaIn(document),
    serial: SERIAL,
    ...(answers ? { _responseSchema: schemaIn(answers) } : {}),
  };
  return (req) => ({ ...same, pathParams: paramsOf(req.path) });
}

/** Ajv takes the word Infinity, and 1e999, for a number, and holds that against neither maximum nor minimum. */
function infiniteIn({ path, query, params }: Request): BadRequest | undefined {
  const values: unknown[] = [...Object.values(query), ...Object.values(params)].flat();
  const isInfinite = values.some((value) => typeof value === 'number' && !Number.isFinite(value));
  return isInfinite ? new BadRequest({ path, message: 'a number is infinite' }) : undefined;
}

/** Throws the library's 400 where a part of the path is wrongly percent-encoded. */
function pathParams(template: string): (path: string) => Record<string, string> {
  const names = template.split('/').map((segment) => /^\{(.+)\}$/.exec(segment)?.[1] ?? null);
  return (path) => {
    const segments = path.split('/');
    const params: Record<string, string> = {};
    for (const [index, name] of names.entries())
      if (name !== null) params[name] = decoded(segments[index] ?? '', path);
    return params;
  };
}

function decoded(segment: string, path: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new BadRequest({ path, message: 'the path is percent-encoded wrongly' });
  }
}

function answerSettings({ validateResponses }: ValidatorOptions): object | false {
  return validateResponses && { removeAdditional: false, coerceTypes: false };
}

function settingsOf(options: ValidatorOptions): NormalizedOpenApiValidatorOpts {
  const settings = {
    validateRequests: { allErrors: options.allErrors, allowUnknownQueryParameters: false },
    validateResponses: answerSettings(options),
    validateFormats: true,
    ajvFormats: { mode: 'fast' },
    formats: { 'date-time': { type: 'string', validate: isTime } },
    serDes: [...defaultSerDes],
  };
  return settings as unknown as NormalizedOpenApiValidatorOpts;
}

const DATE_TIME = /^\d{4}-\d\d-\d\dt\d\d:\d\d:\d\d(?:\.\d+)?(?:z|[+-]\d\d:?\d\d)$/i;
const isDateTime = (fullFormats['date-time'] as { validate(text: string): boolean }).validate;

/** The fast format lets through what no handler can read: the 39th of the 19th month, leap seconds, the year 10000. */
const isTime = (text: string): boolean => DATE_TIME.test(text) && isDateTime(text) && timeOf(text) !== null;
