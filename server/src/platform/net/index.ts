export { OutboundFailed, type OutboundReason, UnsafeAddress, type UnsafeReason } from './errors.ts'
export { isLoopbackHost } from './is-loopback-host.ts'
export type { StreamAnswer, StreamRequest } from './open-stream.ts'
export {
  createOutbound,
  type OpenedAnswer,
  type Outbound,
  type OutboundAnswer,
  type OutboundOptions,
  type OutboundRequest,
} from './outbound.ts'
export type { Resolve } from './resolve.ts'
export { readUserUrl } from './user-url.ts'
