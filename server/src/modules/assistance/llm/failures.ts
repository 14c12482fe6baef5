import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('llm', {
  model_not_allowed: {
    status: 422,
    message:
      'No approved model family has this model. Name a family of the list of models, or a version of it.',
    details: { param: Type.String() },
  },
  provider_not_configured: {
    status: 503,
    message:
      'The provider of this model is not configured. Ask the operator of the platform to set its key.',
    details: { provider: Type.Enum(['A', 'B']) },
  },
  daily_limit_exceeded: {
    status: 429,
    message:
      'The daily limit of tokens for this model is used up. Wait until `details.resetAt`, or ask the operator for a higher limit.',
    details: {
      of: Type.String(),
      provider: Type.Enum(['A', 'B']),
      model: Type.String(),
      resetAt: Type.String(),
      retryAfterSeconds: Type.Integer(),
    },
  },
  allowance_exceeded: {
    status: 403,
    message:
      'The request needs more language-model tokens than the access token of this companion allows. Ask for less, or get a new access token.',
  },
  accounting_unavailable: {
    status: 503,
    message: 'The service cannot count usage at the moment, so it calls no model. Try again later.',
    retryAfterSeconds: 5,
  },
  request_unsupported: {
    status: 400,
    message:
      'The provider of this model does not support a parameter of the request. Remove what `details.param` names, or choose another model.',
    details: { param: Type.String() },
  },
  image_invalid: {
    status: 400,
    message:
      'An image is neither a public address with https nor a PNG, JPEG, GIF or WebP as base64. Correct what `details.param` names.',
    details: { param: Type.String() },
  },
  provider_refused: {
    status: 400,
    message: 'The provider refused the request. Correct what `details.reason` describes.',
    details: { reason: Type.String() },
  },
  provider_busy: {
    status: 429,
    message: 'The provider has too many requests at the moment. Try again later.',
    retryAfterSeconds: 10,
  },
  provider_failed: {
    status: 502,
    message: 'The provider of the model failed. Try again later.',
  },
  provider_timeout: {
    status: 504,
    message: 'The provider of the model did not answer in time. Try again, or ask for less.',
  },
  company_unknown: {
    status: 404,
    message: 'There is no such company. Check the id.',
    details: { companyId: Type.String() },
  },
  person_unknown: {
    status: 404,
    message: 'The company has no person with this id. Check the id.',
    details: { userId: Type.String() },
  },
  family_unknown: {
    status: 404,
    message: 'No model family of this provider has this name. Choose one that has a price.',
    details: { model: Type.String() },
  },
  usage_range_invalid: {
    status: 400,
    message: 'The period is not valid. Choose at most 92 days.',
  },
})
