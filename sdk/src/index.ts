export type { components, operations, paths } from './api.generated.ts'
export {
  type Calls,
  type ClientOptions,
  createCalls,
  createClient,
  newIdempotencyKey,
  type PurveyorClient,
} from './client.ts'
export { type ClientCode, type FailureOf, PurveyorError } from './errors.ts'
export { type FollowOptions, followSearch, type SearchEvent } from './follow-search.ts'
export type * from './names.generated.ts'
export type { Resources } from './resources.ts'
export { roleNames } from './roles.generated.ts'
export type { Answer, DataOf, EarlierPages, ItemOf } from './typing.ts'
export {
  type VerifyWebhookInput,
  verifyWebhook,
  type WebhookProblem,
  WebhookVerificationError,
} from './webhooks.ts'
