export { OutboundFailed, type OutboundReason, UnsafeAddress, type UnsafeReason } from './errors.ts'
export {
  createOutbound,
  type Outbound,
  type OutboundAnswer,
  type OutboundOptions,
  type OutboundRequest,
} from './outbound.ts'
export type { Resolve } from './resolve.ts'
