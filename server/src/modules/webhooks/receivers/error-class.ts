import { OutboundFailed, type OutboundReason } from '#platform/net'
import type { ErrorClass } from '../deliveries/delivery.ts'

const classes: Readonly<Record<OutboundReason, ErrorClass>> = {
  dns: 'unreachable',
  refused: 'unreachable',
  network: 'unreachable',
  aborted: 'unreachable',
  timeout: 'timeout',
  tls: 'tls',
  protocol: 'broken_answer',
  too_large: 'broken_answer',
}

/** Anything that is not known to be harmless to tell is `unreachable`, an address that may not be called included. */
export function classify(error: unknown): ErrorClass {
  return error instanceof OutboundFailed ? classes[error.reason] : 'unreachable'
}
