import { orderLine } from '#modules/quotes'

/** A line of a quick order, as somebody types it. */
export const anOrderLine = orderLine
