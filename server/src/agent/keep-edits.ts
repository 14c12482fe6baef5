import type { Brief, BriefItem, Leaf } from './brief.ts'
import { constraintsMax, itemsMax, notesMax } from './grammar/draft.ts'

type AnyLeaf = Pick<Leaf<unknown>, 'method' | 'source'>

/** Puts the values that people have entered in place of those that were extracted. A person's edit always wins. */
export function keepEdits(brief: Brief, previous: Brief | undefined): Brief {
  if (!previous) return brief
  const deliverTo = editedOver(brief.deliverTo ?? {}, previous.deliverTo ?? {})
  const items = [...brief.items]
  const positionOf = createPositionOf(brief.items)
  for (const item of previous.items) {
    if (!hasEdit(item)) continue
    const at = positionOf(item)
    if (at !== undefined) items[at] = editedItem(items[at] as BriefItem, item)
    else if (items.length < itemsMax) items.push(item)
  }
  const { budget, currency, neededBy } = previous
  const edited = editedOver<Pick<Brief, 'budget' | 'currency' | 'neededBy'>>(brief, {
    ...(budget && { budget }),
    ...(currency && { currency }),
    ...(neededBy && { neededBy }),
  })
  const { deliveries: found, ...others } = brief
  const isPlaceEdited = Object.values(deliverTo).some((leaf) => isEdit(leaf as AnyLeaf))
  const deliveries = isPlaceEdited ? [] : deliveriesOf(found, items)
  return {
    ...others,
    ...edited,
    ...(deliveries.length > 1 && { deliveries }),
    items,
    ...(Object.keys(deliverTo).length > 0 && { deliverTo }),
    notes: [...previous.notes.filter(isEdit), ...brief.notes].slice(0, notesMax),
  }
}

/** Items that a person has counted leave the deliveries. */
function deliveriesOf(
  deliveries: Brief['deliveries'] = [],
  items: readonly BriefItem[],
): NonNullable<Brief['deliveries']> {
  return deliveries.flatMap((delivery) => {
    const kept = delivery.items.filter(({ item }) => {
      const quantity = items[item]?.quantity
      return quantity !== undefined && !isEdit(quantity)
    })
    return kept.length === 0 ? [] : [{ ...delivery, items: kept }]
  })
}

/** An edit names its person. A value that names a place in the transcript is read again. */
function isEdit({ method, source }: AnyLeaf): boolean {
  return method === 'user' && 'personId' in source
}

function leavesOf({ constraints, ...leaves }: BriefItem): AnyLeaf[] {
  return [...(Object.values(leaves) as AnyLeaf[]), ...constraints]
}

function hasEdit(item: BriefItem): boolean {
  return leavesOf(item).some(isEdit)
}

/**
 * Where the same goods stand: a value that nobody edited has the same place in the transcript, or the name is the same. One pass
 * over all items, because both briefs may have hundreds.
 */
function createPositionOf(items: readonly BriefItem[]): (item: BriefItem) => number | undefined {
  const byPlace = new Map<string, number>()
  const byName = new Map<string, number>()
  for (const [at, item] of items.entries()) {
    const name = item.what?.value.toLowerCase()
    if (name !== undefined && !byName.has(name)) byName.set(name, at)
    for (const leaf of leavesOf(item)) {
      const place = placeOf(leaf)
      if (!byPlace.has(place)) byPlace.set(place, at)
    }
  }
  return (item) => {
    const places = leavesOf(item).flatMap((leaf) => (isEdit(leaf) ? [] : [placeOf(leaf)]))
    const place = places.find((one) => byPlace.has(one))
    if (place !== undefined) return byPlace.get(place)
    return byName.get(item.what?.value.toLowerCase() ?? '')
  }
}

/** The place in the transcript as text. A brief that was stored may have the keys of its sources in another order. */
function placeOf({ source }: AnyLeaf): string {
  return 'messageId' in source ? `${source.messageId} ${source.start} ${source.end}` : ''
}

function editedItem(item: BriefItem, previous: BriefItem): BriefItem {
  const { constraints, ...leaves } = previous
  const edits = constraints.filter(isEdit)
  const added = edits.filter(({ value }) => !item.constraints.some((one) => one.value === value))
  return {
    ...editedOver(item, leaves),
    constraints: [...added, ...item.constraints].slice(0, constraintsMax),
  }
}

/** `one`, with the leaves of `previous` that people have edited. */
function editedOver<Leaves extends object>(one: Leaves, previous: Partial<Leaves>): Leaves {
  const edits = Object.entries(previous).filter(([, leaf]) => isEdit(leaf as AnyLeaf))
  return { ...one, ...Object.fromEntries(edits) }
}
