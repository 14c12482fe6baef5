export { stepUpMs } from './access.ts'
export { addVary } from './add-vary.ts'
export { answerOnce, shareText } from './answer-text.ts'
export { streamBodies } from './bodies.ts'
export { buildHttp } from './build-http.ts'
export type { Cursors } from './cursors.ts'
export {
  answers,
  IdView,
  LinePriceView,
  list,
  listed,
  MoneyView,
  ok,
  Refusal,
  viewBasisPrice,
  viewLinePrice,
  viewMoney,
  viewUnitPrice,
} from './envelope.ts'
export { etagOf, knowsEtag } from './etags.ts'
export { fail as failPlatform, refuse as failIdentity } from './failures.ts'
export { IdempotencyHeaders } from './headers.ts'
export { parseJson } from './json-body.ts'
export {
  aloneLimiterStore,
  flexibleLimiter,
  type Limiter,
  type LimiterStore,
  type LimitPolicy,
  type LimitReading,
  memoryLimiterStore,
  redisLimiterStore,
} from './limiter-store.ts'
export { addressKey, credentialKey, defaultLimits, type Limits } from './limits.ts'
export { oneLine, oneLineWithText } from './one-line.ts'
export { defaultPageSize, largestPage, type Page, PageQuery } from './page.ts'
export { prefersHtml } from './prefers-html.ts'
export { readForms } from './read-forms.ts'
export { releaseHead, releaseRequest } from './release-request.ts'
export type {
  Access,
  Authenticate,
  Caller,
  CredentialHeaders,
  Http,
  HttpOptions,
  RouteConfig,
  RouteEntry,
  Routes,
} from './types.ts'
export { needsOneOf } from './validation.ts'
