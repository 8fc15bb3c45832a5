import { Router, type RequestHandler } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { stateOf } from './state.ts';

/** A body of this size or less is told each rule that it violates: more of it could violate too many to look at. */
const ALL_ERRORS_BYTES = 4 * 1024;

/** Holds requests (and answers, where wanted) against the contract; larger bodies to the first violated rule. */
export function validate(document: object, options: { validateResponses: boolean }): RequestHandler {
  // While the app is made, not at its first request.
  validatorOf(document, { ...options, allErrors: true });
  return (req, res, next) => {
    const allErrors = stateOf(req).bodyBytes <= ALL_ERRORS_BYTES;
    validatorOf(document, { ...options, allErrors })(req, res, next);
  };
}

/** By document, which never changes: to compile one takes seconds, and every app over it can use the same. */
const validators = new WeakMap<object, Map<string, RequestHandler>>();

function validatorOf(document: object, options: ValidatorOptions): RequestHandler {
  const known = validators.get(document) ?? new Map<string, RequestHandler>();
  validators.set(document, known);
  const kind = `${options.validateResponses} ${options.allErrors}`;
  const validator = known.get(kind) ?? createValidator(document, options);
  known.set(kind, validator);
  return validator;
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
