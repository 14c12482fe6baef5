import { Decimal } from 'decimal.js'
import type { Leaf } from '../../brief.ts'
import { type Draft, type DraftDelivery, type DraftItem, isSameStem } from '../draft.ts'
import { leafOfSpan, type Reading } from '../reading.ts'
import type { PlaceFound } from './places.ts'
import type { Share } from './shares.ts'

const deliveriesMax = 50
const citiesMax = 200

/** Says which goods go where, when a message names several places. */
export function readDeliveries(
  draft: Draft,
  reading: Reading,
  places: readonly PlaceFound[],
  shares: readonly Share[],
): void {
  const cities = places.filter(({ isCity }) => isCity).slice(0, citiesMax)
  if (cities.length < 2) return
  const items = draft.items.filter(({ messageAt }) => messageAt === reading.messageAt)
  const deliveries =
    shares.length > 0
      ? ofShares(reading, items, shares.slice(0, deliveriesMax))
      : ofZones(draft, reading, items, cities)
  if (deliveries.length < 2) return
  draft.deliveries = deliveries.slice(0, deliveriesMax)
}

function ofShares(
  reading: Reading,
  items: readonly DraftItem[],
  shares: readonly Share[],
): DraftDelivery[] {
  const deliveries: DraftDelivery[] = []
  for (const { place, quantity, isOfEach } of shares) {
    const targets = isOfEach
      ? items
      : [itemOfShare(items, quantity)].filter((one) => one !== undefined)
    for (const item of targets) deliver(deliveries, reading, place, item, quantity)
  }
  for (const item of items) if (!item.quantity) addSum(reading, deliveries, item)
  return deliveries
}

/** The goods that the text names before a number, else the ones behind it. */
function itemOfShare(items: readonly DraftItem[], quantity: Leaf<string>): DraftItem | undefined {
  const at = startOf(quantity)
  const before = items.findLast(({ what }) => startOf(what) < at)
  return before ?? items[0]
}

/**
 * `Hamburg: 12 bikes, Bremen: 5 bikes`, `12 chairs to Kiel and 8 chairs to Ulm`: the goods stand behind their places, or before them.
 * The same goods of two places are one item.
 */
function ofZones(
  draft: Draft,
  reading: Reading,
  items: readonly DraftItem[],
  cities: readonly PlaceFound[],
): DraftDelivery[] {
  const counted = items.filter(({ quantity }) => quantity && 'start' in quantity.source)
  if (counted.length < 2) return []
  const isPlaceFirst = (cities[0]?.start ?? 0) < startOf(counted[0]?.quantity)
  const deliveries: DraftDelivery[] = []
  const merged = new Set<DraftItem>()
  for (const item of counted) {
    const at = startOf(item.quantity)
    const place = isPlaceFirst
      ? cities.findLast(({ end }) => end <= at)
      : cities.find(({ start }) => start > at)
    if (!place || !item.quantity) return []
    const same = counted.find((one) => !merged.has(one) && isSameStem(one.stem, item.stem))
    if (same && same !== item) merged.add(item)
    deliver(deliveries, reading, place, same ?? item, item.quantity)
  }
  if (deliveries.length < 2) return []
  draft.items = draft.items.filter((item) => !merged.has(item))
  for (const item of counted) {
    const parts = deliveries.flatMap((one) => one.items).filter((one) => one.item === item)
    if (parts.length > 1) addSum(reading, deliveries, item)
  }
  return deliveries
}

function deliver(
  deliveries: DraftDelivery[],
  reading: Reading,
  place: PlaceFound,
  item: DraftItem,
  quantity: Leaf<string>,
): void {
  const key = `${place.country ?? ''} ${place.isCity ? reading.text.slice(place.start, place.end).toLowerCase() : ''}`
  const known = deliveries.find((one) => one.place === key)
  if (known) {
    known.items.push({ item, quantity })
    return
  }
  const country = place.country ? leafOfSpan(reading, place.country, place, 0.8) : undefined
  const city = leafOfSpan(reading, reading.text.slice(place.start, place.end), place, 0.9)
  deliveries.push({
    place: key,
    ...(country && { country }),
    ...(place.isCity && { city }),
    items: [{ item, quantity }],
  })
}

/** What all places get together. Its evidence reaches from the first number to the last. */
function addSum(reading: Reading, deliveries: readonly DraftDelivery[], item: DraftItem): void {
  const parts = deliveries.flatMap((one) => one.items).filter((one) => one.item === item)
  const spans = parts.flatMap(({ quantity: { source } }) => ('start' in source ? [source] : []))
  if (spans.length === 0) return
  const sum = parts.reduce((total, { quantity }) => total.plus(quantity.value), new Decimal(0))
  const start = Math.min(...spans.map((span) => span.start))
  const end = Math.max(...spans.map((span) => span.end))
  item.quantity = leafOfSpan(reading, sum.toFixed(), { start, end }, 0.8)
}

function startOf(leaf: Leaf<unknown> | undefined): number {
  return leaf && 'start' in leaf.source ? leaf.source.start : Number.POSITIVE_INFINITY
}
