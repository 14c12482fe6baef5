/** The errors that the provider documents, and two faults that no documentation lists. */
export const rateFaults = [
  'unsupported-code',
  'malformed-request',
  'invalid-key',
  'inactive-account',
  'quota-reached',
  'plan-upgrade-required',
  'no-data-available',
  'unavailable',
  'garbage',
] as const

export type RateFault = (typeof rateFaults)[number]

/** The HTTP statuses of the errors. */
export const statusOf: Readonly<Record<Exclude<RateFault, 'unavailable' | 'garbage'>, number>> = {
  'unsupported-code': 404,
  'malformed-request': 400,
  'invalid-key': 403,
  'inactive-account': 403,
  'quota-reached': 429,
  'plan-upgrade-required': 403,
  'no-data-available': 404,
}

export type RateFaultOrder = {
  readonly fault: RateFault
  /** Ends after so many answers. Without it, the fault lasts until it is cleared. */
  readonly times?: number
}

/** Kept in memory: a restart removes every fault. */
export function createRateFaults() {
  let armed: { readonly fault: RateFault; left: number } | undefined
  return {
    arm: ({ fault, times = Number.POSITIVE_INFINITY }: RateFaultOrder) => {
      armed = { fault, left: times }
    },
    clear: () => {
      armed = undefined
    },
    take: (): RateFault | undefined => {
      if (!armed || armed.left <= 0) return undefined
      armed.left -= 1
      return armed.fault
    },
  }
}

export type RateFaults = ReturnType<typeof createRateFaults>
