import type { Amount, Leaf, NeededBy, OpenQuestion } from '../brief.ts'
import type { Language } from './numbers.ts'

export type DraftItem = {
  what?: Leaf<string>
  quantity?: Leaf<string>
  unit?: Leaf<string>
  constraints: Leaf<string>[]
  targetUnitPrice?: Leaf<Amount>
  /** The position of the message that named it last. */
  messageAt: number
}

/** What the messages so far say. Later messages correct it. */
export type Draft = {
  items: DraftItem[]
  budget?: Leaf<Amount>
  currency?: Leaf<string>
  /** A target price whose goods have not been named yet. */
  price?: Leaf<Amount> | undefined
  country?: Leaf<string>
  city?: Leaf<string>
  neededBy?: Leaf<NeededBy>
  notes: Leaf<string>[]
  /** What the grammar refuses to guess. */
  unclear: OpenQuestion[]
  language: Language
}

export type ItemFound = {
  readonly what: Leaf<string> | undefined
  readonly quantity: Leaf<string> | undefined
  readonly unit: Leaf<string> | undefined
  readonly constraints: readonly Leaf<string>[]
}

export const itemsMax = 200
export const constraintsMax = 50
export const notesMax = 100
export const unclearMax = 20

/** Adds an item, or changes the one that the buyer means. Returns it. */
export function addItem(draft: Draft, found: ItemFound, messageAt: number): DraftItem | undefined {
  const meant = meantItem(draft, found, messageAt)
  if (meant) return changeItem(meant, found, messageAt)
  if (draft.items.length >= itemsMax) return undefined
  const last = draft.items.at(-1)
  const { quantity, unit } = found
  const what = found.what ?? last?.what
  const item: DraftItem = {
    ...(what && { what }),
    ...(quantity && { quantity }),
    ...(unit && { unit }),
    constraints: [...found.constraints],
    messageAt,
  }
  if (draft.price) item.targetUnitPrice = draft.price
  draft.price = undefined
  draft.items.push(item)
  return item
}

function meantItem(draft: Draft, found: ItemFound, messageAt: number): DraftItem | undefined {
  const { items } = draft
  const last = items.at(-1)
  if (found.what) {
    const { value } = found.what
    // “15 of them” may come before the goods have a name.
    if (last && !last.what && !found.quantity) return last
    return items.findLast(
      (one) =>
        one.what &&
        sameGoods(one.what.value, value) &&
        (one.messageAt < messageAt || !one.quantity || !found.quantity),
    )
  }
  if (!last?.quantity) return last
  return last.messageAt < messageAt ? last : undefined
}

function changeItem(item: DraftItem, found: ItemFound, messageAt: number): DraftItem {
  if (found.what && (!item.what || found.what.value.length > item.what.value.length)) {
    item.what = found.what
  }
  if (found.quantity) {
    const keepsUnit = item.unit && found.unit?.confidence === assumedUnit
    item.quantity = found.quantity
    if (found.unit && !keepsUnit) item.unit = found.unit
  }
  addConstraints(item, found.constraints)
  item.messageAt = messageAt
  return item
}

/** How sure a unit is that nobody has named: a bare number counts pieces. */
export const assumedUnit = 0.7

export function addConstraints(item: DraftItem, constraints: readonly Leaf<string>[]): void {
  for (const one of constraints) {
    const isKnown = item.constraints.some(
      ({ value }) => value.toLowerCase() === one.value.toLowerCase(),
    )
    if (!isKnown && item.constraints.length < constraintsMax) item.constraints.push(one)
  }
}

/** `chairs` are the `office chairs` of before. */
export function sameGoods(one: string, other: string): boolean {
  const [first, second] = [stemmed(one), stemmed(other)]
  const [short, long] = first.length < second.length ? [first, second] : [second, first]
  return short !== '' && (short === long || long.endsWith(` ${short}`))
}

function stemmed(text: string): string {
  return text.toLowerCase().replace(/(?:es|en|s|n|e)$/, '')
}
