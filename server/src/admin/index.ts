export { type AdminOptions, adminRoutes } from './admin-routes.ts'
export { type Api, type Caller, createApi, dataOf, jsonOf, requestOf } from './api.ts'
export { type CheckToken, checkThroughApi } from './check-token.ts'
export {
  type Forward,
  type ForwardAnswer,
  type ForwardRequest,
  forwardInto,
  forwardOver,
} from './forward.ts'
export { addForwarding, addUploads, catalogueFileTypes } from './forwarding.ts'
export { bodyFor, givenHeaders, liveSession, passFileOn, sendWithSession } from './operator-call.ts'
export { Tokens } from './principal.ts'
export { assertSameSite, isSameOrigin } from './same-origin.ts'
export { addAssets, sendWebPage } from './serve-web-files.ts'
export { createSessionCookie, type SessionCookie } from './session-cookie.ts'
export { createSessions, type LiveSession, type Sessions } from './sessions.ts'
export { builtPages, readWebFiles, type WebFiles } from './web-files.ts'
