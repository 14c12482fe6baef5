import { minutesMs } from '#kernel/time'

/**
 * An event is set aside after it has failed alone so often, and for so long: what ails the database, or comes and goes
 * with a release, is mostly over by then.
 */
export const failuresMin = 8
export const failingMsMin = minutesMs(3)

/**
 * Of one subscription. Where that many things fail it is the subscription that is broken: it stops, as it does at any event
 * before it is set aside, and nothing more is taken out of its order.
 */
export const linesMax = 20

/** Of one subscription, with all that waits behind what failed. */
export const eventsMax = 10_000

/** So much waits behind what failed that the subscription stops rather than set more aside. */
export class SetAsideFull extends Error {
  constructor() {
    super(`${eventsMax} events are set aside, as many as there may be: mend or discard the first.`)
  }
}
