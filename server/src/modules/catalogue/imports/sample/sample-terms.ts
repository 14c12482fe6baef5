import { createHash } from 'node:crypto'
import { Decimal } from 'decimal.js'
import { firstIdAt, type Id } from '#kernel/id'

/**
 * Sample prices, stock and conditions. They are computed from the article number, so they are the same on each machine
 * and in each load. They are not real prices of any company.
 */
export type SampleTerms = {
  readonly listPrice: Decimal
  readonly tiers: readonly { readonly minQuantity: number; readonly unitPrice: Decimal }[]
  readonly unit: string
  readonly moq: number
  readonly multiple: number
  readonly leadTimeDays: number
  readonly onHand: number
  /** The index of the sample supplier that sells the product. */
  readonly supplier: number
}

/** The countries of the sample suppliers, in their order. At least one supplier ships to each member state. */
export const sampleShipTo: readonly (readonly string[])[] = [
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
  'AT CH DE FR IT LU NL BE'.split(' '),
  'DK FI NO SE EE LV LT DE PL NL'.split(' '),
  'GB IE FR NL BE'.split(' '),
  'ES FR IT PT GR MT CY HR SI'.split(' '),
  'US GB DE FR NL CH NO SE PL IT ES AT'.split(' '),
]

/**
 * The lowest and highest price in euros, distributed evenly on a logarithmic scale. By category, or else by its parent.
 */
const priceRanges: Readonly<Record<string, readonly [number, number]>> = {
  cat_computers: [250, 2_400],
  cat_servers: [900, 9_000],
  cat_components: [15, 400],
  cat_processors: [60, 1_600],
  cat_storage: [8, 350],
  cat_blank_media: [0.15, 2.5],
  cat_displays: [15, 700],
  cat_televisions: [220, 1_800],
  cat_monitors: [90, 900],
  cat_projectors: [280, 2_600],
  cat_peripherals: [8, 160],
  cat_networking: [12, 600],
  cat_cables: [1.2, 45],
  cat_cable_management: [0.02, 9],
  cat_power: [6, 900],
  cat_batteries: [0.25, 4],
  cat_printing: [60, 1_900],
  cat_printer_accessories: [15, 380],
  cat_supplies: [9, 240],
  cat_paper: [0.008, 0.09],
  cat_photo_paper: [0.12, 1.4],
  cat_office: [1, 60],
  cat_labels: [0.004, 0.12],
  cat_staplers: [0.9, 35],
  cat_racks: [12, 900],
  cat_audio_video: [9, 420],
  cat_photo: [12, 1_300],
  cat_telephony: [8, 650],
  cat_bags: [12, 120],
  cat_software: [30, 900],
  cat_home: [6, 260],
  cat_leisure: [5, 70],
  cat_other: [5, 120],
}

/** Categories that are sold in packs: code PK of UN/ECE Recommendation 21, as Recommendation 20 writes it. */
const packed = new Set(['cat_staplers', 'cat_envelopes', 'cat_photo_albums'])

export function sampleTerms(
  sku: string,
  categoryIds: readonly string[],
  supplierCount: number,
): SampleTerms {
  const draw = drawsOf(sku)
  const category = categoryIds.at(-1) ?? 'cat_other'
  const listPrice = samplePrice(categoryIds, draw)
  const pack = draw()
  const moq = listPrice.lt(0.5)
    ? pick([100, 250, 500], pack)
    : pack < 0.12
      ? pick([5, 10], draw())
      : 1
  return {
    listPrice,
    tiers: sampleTiers(listPrice, moq, draw),
    unit: packed.has(category) ? 'XPK' : draw() < 0.7 ? 'C62' : 'EA',
    moq,
    multiple: moq > 1 && draw() < 0.6 ? Math.max(1, moq / pick([1, 5], draw())) : 1,
    leadTimeDays: 1 + Math.floor(draw() ** 2 * 20),
    onHand: sampleStock(draw),
    supplier: Math.floor(draw() * supplierCount),
  }
}

function samplePrice(categoryIds: readonly string[], draw: () => number): Decimal {
  const range = categoryIds
    .toReversed()
    .flatMap((id) => (priceRanges[id] ? [priceRanges[id]] : []))[0]
  const [from, to] = range ?? [5, 120]
  const price = from * (to / from) ** draw()
  // Cheap pieces have prices in fractions of a cent, all others have usual prices.
  if (price < 0.5) return new Decimal(price).toDecimalPlaces(6)
  if (price < 20) return new Decimal(price).toDecimalPlaces(2)
  return new Decimal(Math.floor(price)).plus(pick(['0.9', '0.95', '0.5', '0'], draw()))
}

/** Returns up to four tiers, each some percent below the previous one. */
function sampleTiers(list: Decimal, moq: number, draw: () => number): SampleTerms['tiers'] {
  const count = Math.floor(draw() * 5)
  const places = list.lt(0.5) ? 6 : 4
  let factor = new Decimal(1)
  let quantity = Math.max(moq, 1)
  return Array.from({ length: count }, () => {
    quantity *= pick([5, 10], draw())
    factor = factor.times(new Decimal(1).minus(new Decimal(2 + Math.floor(draw() * 6)).div(100)))
    return { minQuantity: quantity, unitPrice: list.times(factor).toDecimalPlaces(places) }
  })
}

/** One product in twelve is out of stock, one in twelve is low. */
function sampleStock(draw: () => number): number {
  const share = draw()
  if (share < 1 / 12) return 0
  if (share < 2 / 12) return 1 + Math.floor(draw() * 9)
  return 10 + Math.floor(draw() ** 2 * 4_990)
}

function pick<Item>(items: readonly [Item, ...Item[]], draw: number): Item {
  return items[Math.min(items.length - 1, Math.floor(draw * items.length))] ?? items[0]
}

/** A sequence of numbers from 0 to 1 that depends on the text only. */
function drawsOf(text: string): () => number {
  let round = 0
  let bytes = Buffer.alloc(0)
  return () => {
    if (bytes.length < 4) {
      bytes = createHash('sha256').update(`sample/${text}/${round}`).digest()
      round += 1
    }
    const value = bytes.readUInt32BE(0) / 2 ** 32
    bytes = bytes.subarray(4)
    return value
  }
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** The id of a sample product. Its time is the day of release, the rest follows from the article number. */
export function sampleProductId(sku: string, releasedOn: string): Id<'prd'> {
  const digest = createHash('sha256').update(`sample-product/${sku}`).digest()
  const rest = Array.from(digest.subarray(0, 16), (byte) => alphabet.charAt(byte & 31)).join('')
  const start = firstIdAt('prd', new Date(`${releasedOn}T00:00:00Z`)).slice(0, -rest.length)
  return `${start}${rest}` as Id<'prd'>
}
