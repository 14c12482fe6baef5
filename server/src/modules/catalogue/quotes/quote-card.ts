import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Id } from '#kernel/id'
import { isCurrency, perQuantityMax, unitPrice } from '#kernel/money'
import { oneUnit, type Quantity } from '#kernel/quantity'
import {
  availabilityStatuses,
  type BackorderRoom,
  isSnapshot,
  unitPriceAt,
} from '#modules/products'
import type { Sellable } from './quote.ts'

/*
 * The quote cache keeps cards: the supplier's prices of a product within a band of quantities. A card comes back as text that
 * anybody may have written over, so nothing of it is believed before it has been checked.
 */

/** The quantities from `from` (inclusive) to `to` (exclusive). */
export type Band = { readonly from: Quantity; readonly to: Quantity }

export type QuoteCard = {
  readonly id: Id<'qte'>
  /** Its price tiers are cut to the band. */
  readonly product: Sellable
  readonly band: Band
  readonly currency: string
  /** The agreement (see `Terms`) decides whose price applies. */
  readonly terms: string
  /** The snapshot of the database before the product was read: a change that it does not contain drops the card. */
  readonly snapshot: string
  readonly quotedAt: Date
  readonly expiresAt: Date
}

const ladder = [1n, 2n, 5n]

/** Below 1, from 1, 2, 5, 10, 20, 50, and so on up to the next of them. */
export function bandOf(quantity: Quantity): Band {
  let from = 1n
  for (let power = oneUnit; ; power *= 10n) {
    for (const step of ladder) {
      const to = step * power
      if (to > quantity) return { from, to }
      from = to
    }
  }
}

/** Returns the prices that apply within the band: the price at its first quantity, and each change after it. */
export function limitToBand(
  { id, pricing, availability, state, shipTo }: Sellable,
  { from, to }: Band,
): Sellable {
  const list = unitPriceAt(pricing, from)
  const tiers = pricing.tiers.filter(({ minQuantity }) => minQuantity > from && minQuantity < to)
  return { id, pricing: { ...pricing, list, tiers }, availability, state, shipTo }
}

/** A snapshot with more concurrent transactions does not fit. Its card cannot be read back, and is computed again. */
const snapshotMax = 20_000

const Price = Type.String({ pattern: '^[0-9]{1,21}([.][0-9]{1,6})?$' })
const Whole = Type.Integer({ minimum: 0 })
/** Thousandths of the unit. */
const Thousandths = Type.Integer({ minimum: 0 })
const Instant = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 })
const Code = Type.String({ pattern: '^[A-Z]{3}$' })

const StoredCard = Type.Object(
  {
    id: Type.String({ pattern: '^qte_[0-9a-z]{26}$' }),
    productId: Type.String({ minLength: 1, maxLength: 64 }),
    from: Type.Integer({ minimum: 1 }),
    to: Type.Integer({ minimum: 2 }),
    currency: Code,
    terms: Type.String({ pattern: '^[A-Za-z0-9_-]{0,22}$' }),
    supplierCurrency: Code,
    prices: Type.Array(Type.Tuple([Thousandths, Price]), { minItems: 1, maxItems: 1_000 }),
    perQuantity: Type.Integer({ minimum: 1, maximum: perQuantityMax }),
    unit: Type.String({ maxLength: 10 }),
    contents: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    moq: Thousandths,
    multiple: Type.Integer({ minimum: 1 }),
    state: Type.Enum(['ACTIVE', 'DISCONTINUED']),
    status: Type.Enum([...availabilityStatuses]),
    available: Thousandths,
    leadTimeDays: Whole,
    backorder: Type.Optional(
      Type.Object({ leadTimeDays: Whole, left: Type.Optional(Thousandths) }),
    ),
    shipTo: Type.Array(Type.String({ pattern: '^[A-Z]{2}$' })),
    snapshot: Type.String({ maxLength: snapshotMax }),
    quotedAt: Instant,
    expiresAt: Instant,
  },
  { additionalProperties: false },
)
const storedCard = Compile(StoredCard)

export function writeCard(card: QuoteCard): string {
  const { product, band } = card
  const { pricing, availability } = product
  const stored: Static<typeof StoredCard> = {
    id: card.id,
    productId: product.id,
    from: Number(band.from),
    to: Number(band.to),
    currency: card.currency,
    terms: card.terms,
    supplierCurrency: pricing.list.currency,
    prices: [
      [Number(band.from), pricing.list.amount.toFixed()],
      ...pricing.tiers.map((tier): [number, string] => [
        Number(tier.minQuantity),
        tier.unitPrice.amount.toFixed(),
      ]),
    ],
    perQuantity: pricing.list.perQuantity,
    unit: pricing.unit,
    ...(pricing.contents === undefined ? {} : { contents: pricing.contents }),
    moq: Number(pricing.moq),
    multiple: Number(pricing.multiple),
    state: product.state,
    status: availability.status,
    available: Number(availability.available),
    leadTimeDays: availability.leadTimeDays,
    ...(availability.backorder && { backorder: storedRoom(availability.backorder) }),
    shipTo: [...product.shipTo],
    snapshot: card.snapshot,
    quotedAt: card.quotedAt.getTime(),
    expiresAt: card.expiresAt.getTime(),
  }
  return JSON.stringify(stored)
}

/** The key that a card must match. */
export type CardKey = {
  readonly productId: string
  readonly band: Band
  readonly currency: string
  /** The key of the terms. */
  readonly terms: string
}

/** Returns undefined when the text is not a card of ours, or not the requested one. */
export function readCard(text: string, wanted: CardKey): QuoteCard | undefined {
  const stored = parseJson(text)
  if (!storedCard.Check(stored) || !fitsKey(stored, wanted)) return undefined
  const [first, ...others] = stored.prices
  if (!first) return undefined
  return {
    id: stored.id as Id<'qte'>,
    product: productIn(stored, first[1], others),
    band: { from: BigInt(stored.from), to: BigInt(stored.to) },
    currency: stored.currency,
    terms: stored.terms,
    snapshot: stored.snapshot,
    quotedAt: new Date(stored.quotedAt),
    expiresAt: new Date(stored.expiresAt),
  }
}

function productIn(
  stored: Static<typeof StoredCard>,
  list: string,
  tiers: readonly (readonly [number, string])[],
): Sellable {
  const { supplierCurrency: currency, status, available, leadTimeDays } = stored
  const { perQuantity, unit, contents, moq, multiple, state, shipTo, backorder } = stored
  return {
    id: stored.productId as Id<'prd'>,
    pricing: {
      list: unitPrice(list, currency, perQuantity),
      tiers: tiers.map(([minQuantity, price]) => ({
        minQuantity: BigInt(minQuantity),
        unitPrice: unitPrice(price, currency, perQuantity),
      })),
      unit,
      contents,
      moq: BigInt(moq),
      multiple: BigInt(multiple),
    },
    availability: {
      status,
      available: BigInt(available),
      leadTimeDays,
      ...(backorder && { backorder: readRoom(backorder) }),
    },
    state,
    shipTo,
  }
}

type StoredRoom = NonNullable<Static<typeof StoredCard>['backorder']>

function storedRoom({ leadTimeDays, left }: BackorderRoom): StoredRoom {
  return { leadTimeDays, ...(left !== undefined && { left: Number(left) }) }
}

function readRoom({ leadTimeDays, left }: StoredRoom): BackorderRoom {
  return { leadTimeDays, left: left === undefined ? undefined : BigInt(left) }
}

function fitsKey(
  stored: Static<typeof StoredCard>,
  { productId, band, currency, terms }: CardKey,
): boolean {
  const rising = stored.prices.every(
    ([quantity], at) => quantity > (stored.prices[at - 1]?.[0] ?? 0) && quantity < band.to,
  )
  return (
    rising &&
    stored.productId === productId &&
    stored.from === Number(band.from) &&
    stored.to === Number(band.to) &&
    stored.prices[0]?.[0] === stored.from &&
    stored.currency === currency &&
    stored.terms === terms &&
    isCurrency(stored.supplierCurrency) &&
    stored.quotedAt < stored.expiresAt &&
    isSnapshot(stored.snapshot)
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
