import type { Fact } from '../../components/facts.tsx'
import type { Words } from '../../language/words.ts'
import { addressText } from './address-text.ts'
import type { Order } from './order-api.ts'

type Delivered = Pick<Order, 'deliveries' | 'shipTo'> & {
  readonly lines: readonly Pick<Order['lines'][number], 'delivery'>[]
}

/** Where the goods go, and when they are wanted there. A delivery whose lines have all moved is history. */
export function deliveryFacts(
  { t, day, list }: Words,
  { deliveries = [], shipTo, lines }: Delivered,
): Fact[] {
  const used = deliveries.filter(({ number }) =>
    lines.some(({ delivery = 1 }) => delivery === number),
  )
  if (used.length === 0) return [[t('orderPage.shipTo'), addressText(shipTo)]]
  return used.map(({ number, requestedDate, ...delivery }) => [
    used.length === 1 ? t('orderPage.shipTo') : t('orderPage.delivery', { number }),
    list([
      addressText(delivery.shipTo),
      ...(requestedDate === undefined ? [] : [t('orderPage.wanted', { day: day(requestedDate) })]),
    ]),
  ])
}
