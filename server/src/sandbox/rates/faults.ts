/** What the provider refuses with, by its own documentation, and two things that no documentation promises. */
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

/** The statuses that the errors come with. */
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
  /** Wears off after so many answers; otherwise it lasts until it is cleared. */
  readonly times?: number
}

/** Held in memory: a restart heals everything. */
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
