/** Failures of the outside world on request, so that tests need not wait for a real one. */
export type CallFault =
  | 'error_before'
  | 'error_after'
  | 'timeout_before'
  | 'timeout_after'
  | 'refuse'
export type EventFault = 'duplicate' | 'delay' | 'drop'

export const callFaults: readonly CallFault[] = [
  'error_before',
  'error_after',
  'timeout_before',
  'timeout_after',
  'refuse',
]
export const eventFaults: readonly EventFault[] = ['duplicate', 'delay', 'drop']

export const operations = ['createIntent', 'getIntent', 'cancel', 'capture', 'refund'] as const
export type Operation = (typeof operations)[number]

export type FaultOrder = {
  readonly [operation in Operation]?: CallFault
} & {
  readonly events?: EventFault
  readonly delayMs?: number
  /** Limits the fault to this intent of the merchant. Without it, the fault affects everything. */
  readonly merchantReference?: string
  /** Ends after so many uses. Without it, the fault lasts until it is cleared. */
  readonly times?: number
}

type Armed = { readonly order: FaultOrder; left: number }

export type Faults = ReturnType<typeof createFaults>

/** The newest fault that matches wins. Kept in memory: a restart removes every fault. */
export function createFaults() {
  let armed: Armed[] = []

  function take(fits: (order: FaultOrder) => boolean, merchantReference: string | undefined) {
    const found = armed.findLast(
      ({ order, left }) =>
        left > 0 &&
        fits(order) &&
        (order.merchantReference === undefined || order.merchantReference === merchantReference),
    )
    if (found) found.left -= 1
    return found?.order
  }

  return {
    arm: (order: FaultOrder) => {
      armed = [...armed.slice(-99), { order, left: order.times ?? Number.POSITIVE_INFINITY }]
    },
    clear: () => {
      armed = []
    },
    ofCall: (operation: Operation, merchantReference?: string): CallFault | undefined =>
      take((order) => order[operation] !== undefined, merchantReference)?.[operation],
    ofEvent: (merchantReference: string): { fault: EventFault; delayMs: number } | undefined => {
      const order = take(({ events }) => events !== undefined, merchantReference)
      return order?.events && { fault: order.events, delayMs: order.delayMs ?? 2_000 }
    },
  }
}
