import {
  type Brief,
  type BriefItem,
  constraintsMax,
  isEdit,
  isSpan,
  itemFields,
  type Leaf,
  notesMax,
  overlap,
  type Removal,
  type Span,
  spansOf,
} from './brief.ts'

import { deliveriesAfter } from './deliveries.ts'

type Found = Omit<Brief, 'openQuestions'>

/**
 * The brief after an extraction: what the messages say, with what people have entered in place of it, and without what they have
 * removed. A person's edit always wins, however often the messages are read again.
 */
export function mergeExtraction(current: Found, removals: readonly Removal[], found: Found): Found {
  const isRemoved = removedAmong(removals)
  const items = mergeItems(current.items, withoutRemovedItems(found.items, isRemoved))
  const country = chooseLeaf(
    current.deliverTo?.country,
    found.deliverTo?.country,
    'country',
    isRemoved,
  )
  const city = chooseLeaf(current.deliverTo?.city, found.deliverTo?.city, 'city', isRemoved)
  const budget = chooseLeaf(current.budget, found.budget, 'budget', isRemoved)
  const currency = chooseLeaf(current.currency, found.currency, 'currency', isRemoved)
  const neededBy = chooseLeaf(current.neededBy, found.neededBy, 'neededBy', isRemoved)
  const deliverTo = { ...(country && { country }), ...(city && { city }) }
  const deliveries = deliveriesAfter(withoutRemovedPlaces(found, isRemoved), { items, deliverTo })
  return {
    items,
    ...(budget && { budget }),
    ...(currency && { currency }),
    ...((country || city) && { deliverTo }),
    ...(deliveries.length > 0 && { deliveries }),
    ...(neededBy && { neededBy }),
    notes: mergeNotes(current.notes, found.notes, 'note', isRemoved).slice(0, notesMax),
  }
}

function withoutRemovedPlaces(found: Found, isRemoved: IsRemoved): Found {
  const kept = (found.deliveries ?? []).filter(
    ({ country, city }) =>
      !(country && isRemoved('country', country)) && !(city && isRemoved('city', city)),
  )
  return { ...found, deliveries: kept }
}

type IsRemoved = (field: Removal['field'], leaf: Pick<Leaf<unknown>, 'source'>) => boolean

function removedAmong(removals: readonly Removal[]): IsRemoved {
  const spansByField = Map.groupBy(removals, ({ field }) => field)
  return (field, { source }) =>
    isSpan(source) && (spansByField.get(field) ?? []).some(({ span }) => overlap(span, source))
}

function chooseLeaf<Value>(
  current: Leaf<Value> | undefined,
  found: Leaf<Value> | undefined,
  field: Removal['field'],
  isRemoved: IsRemoved,
): Leaf<Value> | undefined {
  if (current && isEdit(current)) return current
  return found && !isRemoved(field, found) ? found : undefined
}

function mergeNotes(
  current: readonly Leaf<string>[],
  found: readonly Leaf<string>[],
  field: Removal['field'],
  isRemoved: IsRemoved,
): readonly Leaf<string>[] {
  const kept = found.filter((leaf) => !isRemoved(field, leaf))
  const values = new Set(kept.map(({ value }) => value))
  return [...kept, ...current.filter((leaf) => isEdit(leaf) && !values.has(leaf.value))]
}

function withoutRemovedItems(items: readonly BriefItem[], isRemoved: IsRemoved): BriefItem[] {
  return items.flatMap((item) => {
    if (item.anchors.some((source) => isRemoved('item', { source }))) return []
    const { constraints, anchors, ...leaves } = item
    const kept = itemFields.flatMap((field) => {
      const leaf = leaves[field]
      return leaf && !isRemoved(field, leaf) ? [[field, leaf]] : []
    })
    const said = constraints.filter((leaf) => !isRemoved('constraint', leaf))
    return [{ ...(Object.fromEntries(kept) as typeof leaves), constraints: said, anchors }]
  })
}

/** Items that a person has edited stay, with their edits in place of what the messages say. */
function mergeItems(
  current: readonly BriefItem[],
  found: readonly BriefItem[],
): readonly BriefItem[] {
  const items: BriefItem[] = [...found]
  const taken = new Set<number>()
  for (const item of current) {
    if (!hasEdit(item)) continue
    const at = sameItem(item, items, taken)
    if (at === undefined) {
      taken.add(items.push(item) - 1)
    } else {
      items[at] = withEdits(items[at] as BriefItem, item)
      taken.add(at)
    }
  }
  return items
}

function hasEdit(item: BriefItem): boolean {
  return (
    itemFields.some((field) => isEditOf(item[field])) ||
    item.constraints.some((leaf) => isEdit(leaf))
  )
}

const isEditOf = (leaf: Leaf<unknown> | undefined): boolean => leaf !== undefined && isEdit(leaf)

/** The same goods: they are named at the same place, else they have the same name. */
function sameItem(
  item: BriefItem,
  items: readonly BriefItem[],
  taken: ReadonlySet<number>,
): number | undefined {
  const { anchors, what } = item
  // The companion leaves out a name that a person has edited. Such goods are where their other values are.
  const places = [...anchors, ...spansOf(item)]
  const isFree = (_: BriefItem, at: number) => !taken.has(at)
  const byPlace = items.findIndex(
    (one, at) =>
      isFree(one, at) && one.anchors.some((anchor) => touches(anchor, one.what ? anchors : places)),
  )
  if (byPlace !== -1) return byPlace
  const name = what?.value.toLowerCase()
  const byName = items.findIndex(
    (one, at) => isFree(one, at) && name !== undefined && one.what?.value.toLowerCase() === name,
  )
  return byName === -1 ? undefined : byName
}

const touches = (span: Span, others: readonly Span[]) => others.some((one) => overlap(one, span))

function withEdits(found: BriefItem, edited: BriefItem): BriefItem {
  const edits = itemFields.flatMap((field) => {
    const leaf = edited[field]
    return leaf && isEdit(leaf) ? [[field, leaf]] : []
  })
  const values = new Set(found.constraints.map(({ value }) => value))
  const added = edited.constraints.filter((leaf) => isEdit(leaf) && !values.has(leaf.value))
  return {
    ...found,
    ...(Object.fromEntries(edits) as Partial<BriefItem>),
    constraints: [...found.constraints, ...added].slice(0, constraintsMax),
    anchors: unionOf(found.anchors, edited.anchors),
  }
}

function unionOf(one: readonly Span[], other: readonly Span[]): Span[] {
  const known = new Map(
    [...one, ...other].map((span) => [`${span.messageId} ${span.start} ${span.end}`, span]),
  )
  return [...known.values()].slice(0, anchorsMax)
}

const anchorsMax = 20
