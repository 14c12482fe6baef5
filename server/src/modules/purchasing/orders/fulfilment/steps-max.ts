/** The most steps of one order. It bounds the timeline and all other records of an order. */
export const stepsMax = 2_000
