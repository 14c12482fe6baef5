import type { LineProgress } from '../fulfilment/line-progress.ts'
import type { Delivery, Order } from '../order.ts'

type Delivered = Pick<Order, 'deliveries' | 'shipTo'>

/** At least one: an order with one address and no requested date stores none. */
export function deliveriesOf({ deliveries, shipTo }: Delivered): readonly Delivery[] {
  return deliveries?.length ? deliveries : [{ number: 1, shipTo }]
}

/** The delivery that the line is in. */
export function deliveryOf(
  order: Delivered,
  { delivery = 1 }: Pick<LineProgress, 'delivery'>,
): Delivery {
  const found = deliveriesOf(order).find(({ number }) => number === delivery)
  return found ?? { number: delivery, shipTo: order.shipTo }
}

/** The address of the first delivery of which anything is not cancelled, else of the first one. */
export function shipToOf(
  order: Delivered,
  lines: readonly Pick<LineProgress, 'delivery' | 'quantity' | 'cancelled'>[],
): Order['shipTo'] {
  const kept = new Set(
    lines.flatMap(({ delivery = 1, quantity, cancelled }) =>
      cancelled < quantity ? [delivery] : [],
    ),
  )
  const all = deliveriesOf(order)
  return (all.find(({ number }) => kept.has(number)) ?? all[0])?.shipTo ?? order.shipTo
}

/** Only the deliveries of these lines. */
export function deliveriesFor(
  order: Delivered,
  lines: readonly Pick<LineProgress, 'delivery' | 'quantity' | 'cancelled'>[],
): Delivered {
  const numbers = new Set(lines.map(({ delivery = 1 }) => delivery))
  const deliveries = order.deliveries?.filter(({ number }) => numbers.has(number))
  return { deliveries, shipTo: shipToOf({ ...order, deliveries }, lines) }
}
