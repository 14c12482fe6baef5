import type { Brief, BriefItem, Delivery } from './brief.ts'
import { isEdit, overlap } from './brief.ts'

export const deliveriesMax = 50

/**
 * The deliveries of a brief whose items have moved or changed. A person's own quantity or place says nothing about the shares of
 * several places, so what the buyer said about them goes. One place alone is no split.
 */
export function deliveriesAfter(
  { deliveries = [], items: before }: Pick<Brief, 'deliveries' | 'items'>,
  { items, deliverTo }: Pick<Brief, 'items' | 'deliverTo'>,
): readonly Delivery[] {
  const places = [deliverTo?.country, deliverTo?.city]
  if (places.some((leaf) => leaf !== undefined && isEdit(leaf))) return []
  const moved = deliveries.flatMap((delivery) => {
    const kept = delivery.items.flatMap(({ item, quantity }) => {
      const at = positionAfter(before[item], items)
      return at === undefined ? [] : [{ item: at, quantity }]
    })
    return kept.length === 0 ? [] : [{ ...delivery, items: kept }]
  })
  return moved.length < 2 ? [] : moved
}

/** Where an item is now: it was read from the same place. Undefined when it is gone, or when a person has counted it. */
function positionAfter(
  item: BriefItem | undefined,
  items: readonly BriefItem[],
): number | undefined {
  const at = items.findIndex(({ anchors }) =>
    anchors.some((one) => item?.anchors.some((other) => overlap(one, other))),
  )
  const quantity = items[at]?.quantity
  return at === -1 || (quantity && isEdit(quantity)) ? undefined : at
}
