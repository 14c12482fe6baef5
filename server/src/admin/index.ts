export { type AdminOptions, adminRoutes } from './admin-routes.ts'
export {
  type Forward,
  type ForwardAnswer,
  type ForwardRequest,
  forwardInto,
  forwardOver,
} from './forward.ts'
export { builtWebFolder } from './web-files.ts'
