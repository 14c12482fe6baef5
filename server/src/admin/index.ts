export { type AdminOptions, adminRoutes } from './admin-routes.ts'
export { type Api, type Caller, createApi, dataOf, jsonOf, requestOf } from './api.ts'
export { checkThroughApi } from './check-token.ts'
export {
  type Forward,
  type ForwardAnswer,
  type ForwardRequest,
  forwardInto,
  forwardOver,
} from './forward.ts'
export { Tokens } from './principal.ts'
export { isSameOrigin } from './same-origin.ts'
export { createSessionCookie, type SessionCookie } from './session-cookie.ts'
export { createSessions, type LiveSession, type Sessions } from './sessions.ts'
export { builtWebFolder } from './web-files.ts'
