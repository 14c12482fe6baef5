import { minutesMs } from '#kernel/time'

/**
 * An event is set aside after so many failures alone, over so long a time. Most trouble with the database or with a release is
 * over by then.
 */
export const failuresMin = 8
export const failingMsMin = minutesMs(3)

/**
 * The limit for one subscription. If so many lines fail, the subscription itself is broken. It then stops, as it does at any event
 * that is not set aside yet, and takes no more events out of order.
 */
export const linesMax = 20

/** The limit for one subscription, including events that wait behind failed ones. */
export const eventsMax = 10_000

/** So many events wait behind failed ones that the subscription stops and sets no more aside. */
export class SetAsideFull extends Error {
  constructor() {
    super(
      `${eventsMax} events are set aside, which is the limit. Fix or discard the first of each line.`,
    )
  }
}
