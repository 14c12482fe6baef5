import type { Amount, Leaf, NeededBy } from '../brief.ts'
import type { Language } from './numbers/number-found.ts'
import type { Reading } from './reading.ts'
import type { Range } from './sentences.ts'

/** The goods of one of several places. */
export type DraftDelivery = {
  readonly place: string
  readonly country?: Leaf<string>
  readonly city?: Leaf<string>
  readonly items: { readonly item: DraftItem; readonly quantity: Leaf<string> }[]
}

export type DraftItem = {
  what?: Leaf<string>
  quantity?: Leaf<string>
  unit?: Leaf<string>
  constraints: Leaf<string>[]
  targetUnitPrice?: Leaf<Amount>
  /** The position of the message that named it last. */
  messageAt: number
  /** `what` without its ending, as `sameStem` compares it. */
  stem: string
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
  /** Which goods go where, when there are several places. */
  deliveries?: readonly DraftDelivery[] | undefined
  neededBy?: Leaf<NeededBy>
  /** Another day that the figures of `neededBy` can mean. */
  otherDate?: string | undefined
  notes: Leaf<string>[]
  /** What the buyer asked for before, as `I wrote 15 projectors` says. A correction makes a wish of it. */
  reported?: ItemFound | undefined
  /** What may be an item and may be none: words that become a question. */
  doubtful: string[]
  /** Figures that the grammar refuses to guess. */
  unclear: string[]
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
export function addItem(
  draft: Draft,
  found: ItemFound,
  messageAt: number,
  how: Adding = 'usual',
): DraftItem | undefined {
  const meant = meantItem(draft, found, messageAt, how)
  if (meant) return changeItem(meant, found, messageAt)
  if (draft.items.length >= itemsMax) return undefined
  const last = draft.items.at(-1)
  const { quantity, unit } = found
  const what = found.what ?? last?.what
  const item: DraftItem = {
    ...(what && { what }),
    ...(quantity && { quantity }),
    ...(unit && { unit }),
    constraints: found.constraints.slice(0, constraintsMax),
    messageAt,
    stem: stemOf(what?.value ?? ''),
  }
  if (draft.price) item.targetUnitPrice = draft.price
  draft.price = undefined
  draft.items.push(item)
  return item
}

/** Rows of a table are goods of their own; a correction changes what the same message said before. */
export type Adding = 'usual' | 'always-new' | 'correction'

function meantItem(
  draft: Draft,
  found: ItemFound,
  messageAt: number,
  how: Adding,
): DraftItem | undefined {
  const { items } = draft
  const last = items.at(-1)
  if (found.what) {
    const stem = stemOf(found.what.value)
    // “15 of them” may come before the goods have a name.
    if (last && !last.what && !found.quantity) return last
    return items.findLast(
      (one) =>
        isSameStem(one.stem, stem) &&
        (one.messageAt < messageAt ||
          how === 'correction' ||
          (how === 'usual' && (!one.quantity || !found.quantity || isArticle(one)))),
    )
  }
  if (!last?.quantity || how === 'correction' || isArticle(last)) return last
  return last.messageAt < messageAt ? last : undefined
}

/** `A kit for every site, so three in total`: the article counted nothing yet. */
export function isArticle({ quantity }: DraftItem): boolean {
  return quantity !== undefined && quantity.confidence <= articleQuantity
}
/** How sure the quantity is that only an article names. */
export const articleQuantity = 0.6

function changeItem(item: DraftItem, found: ItemFound, messageAt: number): DraftItem {
  if (found.what && (!item.what || found.what.value.length > item.what.value.length)) {
    item.what = found.what
    item.stem = stemOf(found.what.value)
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
    if (item.constraints.length >= constraintsMax) return
    const isKnown = item.constraints.some(
      ({ value }) => value.toLowerCase() === one.value.toLowerCase(),
    )
    if (!isKnown) item.constraints.push(one)
  }
}

/** Removes the goods that the words name. Returns whether there were any. */
export function removeItems(
  draft: Draft,
  { tokens }: Pick<Reading, 'tokens'>,
  { from, to }: Range,
): boolean {
  const stems = new Set(tokens.slice(from, to).map(({ lower }) => stemOf(lower)))
  const kept = draft.items.filter(({ stem }) => !stems.has(stem.split(/\s/).at(-1) ?? ''))
  const hasRemoved = kept.length < draft.items.length
  draft.items = kept
  return hasRemoved
}

/** `chairs` are the `office chairs` of before. */
export function isSameStem(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short !== '' && long.endsWith(short) && (short === long || long.endsWith(` ${short}`))
}

export function stemOf(text: string): string {
  return text.toLowerCase().replace(/(?:es|en|s|n|e)$/, '')
}

export function addNotes(draft: Draft, notes: readonly Leaf<string>[]): void {
  for (const note of notes) if (draft.notes.length < notesMax) draft.notes.push(note)
}

/** Figures with two meanings become a question. */
export function refuse(draft: Draft, figures: string): void {
  const isKnown = draft.unclear.includes(figures)
  if (!isKnown && draft.unclear.length < unclearMax) draft.unclear.push(figures)
}

/** Words that may name goods become a question rather than an item. */
export function doubt(draft: Draft, words: string): void {
  if (!draft.doubtful.includes(words) && draft.doubtful.length < unclearMax)
    draft.doubtful.push(words)
}
