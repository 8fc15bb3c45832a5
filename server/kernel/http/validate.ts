import { Router, type RequestHandler } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { stateOf } from './state.ts';

/** A body of this size or less is told each rule that it violates: more of it could violate too many to look at. */
const ALL_ERRORS_BYTES = 4 * 1024;

/** Holds requests (and answers, where wanted) against the contract; larger bodies to the first violated rule. */
export function validate(document: object, options: { validateResponses: boolean }): RequestHandler {
  const thorough = createValidator(document, { ...options, allErrors: true });
  let brief: RequestHandler | null = null;
  return (req, res, next) => {
    if (stateOf(req).bodyBytes <= ALL_ERRORS_BYTES) return thorough(req, res, next);
    brief ??= createValidator(document, { ...options, allErrors: false });
    brief(req, res, next);
  };
}

interface ValidatorOptions {
  validateResponses: boolean;
  allErrors: boolean;
}

function createValidator(
  document: object,
  { validateResponses, allErrors }: ValidatorOptions,
): RequestHandler {
  const steps = OpenApiValidator.middleware({
    apiSpec: structuredClone(document) as never,
    validateApiSpec: false,
    validateRequests: { allErrors, allowUnknownQueryParameters: false },
    validateResponses,
    validateSecurity: false,
    fileUploader: false,
  }) as unknown as RequestHandler[];
  return Router().use(...steps);
}
