export { addVary } from './answering/add-vary.ts'
export { answerOnce, shareText } from './answering/answer-text.ts'
export type { Cursors } from './answering/cursors.ts'
export {
  answers,
  IdView,
  LinePriceView,
  list,
  listResponse,
  MoneyView,
  ok,
  Refusal,
  viewBasisPrice,
  viewLinePrice,
  viewMoney,
  viewUnitPrice,
} from './answering/envelope.ts'
export { etagOf, knowsEtag } from './answering/etags.ts'
export { defaultPageSize, largestPage, type Page, PageQuery } from './answering/page.ts'
export { prefersHtml } from './answering/prefers-html.ts'
export { buildHttp } from './build-http.ts'
export { fail as failPlatform, refuse as failIdentity } from './failures.ts'
export { stepUpMs } from './guarding/access.ts'
export type { Access } from './guarding/accesses.ts'
export { sendFile } from './guarding/downloads.ts'
export {
  aloneLimiterStore,
  flexibleLimiter,
  type Limiter,
  type LimiterStore,
  type LimitPolicy,
  type LimitReading,
  memoryLimiterStore,
  redisLimiterStore,
} from './guarding/limiter-store.ts'
export { addressKey, credentialKey, defaultLimits, type Limits } from './guarding/limits.ts'
export { streamBodies } from './reading/bodies.ts'
export { IdempotencyHeaders } from './reading/headers.ts'
export { parseJson } from './reading/json-body.ts'
export { readForms } from './reading/read-forms.ts'
export { needsOneOf } from './reading/validation.ts'
export { releaseHead, releaseRequest } from './release-request.ts'
export type {
  Authenticate,
  Caller,
  CredentialHeaders,
  Http,
  HttpOptions,
  RouteConfig,
  RouteEntry,
  Routes,
} from './types.ts'
