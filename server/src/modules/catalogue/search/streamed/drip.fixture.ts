import { newId } from '#kernel/id'
import { unitPrice } from '#kernel/money'
import { oneUnit } from '#kernel/quantity'
import { type ExternalOffer, externalOfferExample, type Product } from '#modules/products'
import type { FoundOutside, ProductSource } from './deps.ts'

/** A source outside the catalogue that finds products when the test says so. */
export type Drip = {
  readonly source: ProductSource
  /** The products are found now. */
  give(...products: readonly Product[]): void
  giveOffers(...offers: readonly ExternalOffer[]): void
  /** It has no more products. */
  finish(): void
  fail(error: Error): void
  /** The number of calls. */
  readonly asked: number
}

type Word = FoundOutside | 'end' | Error

/** A second call starts from the beginning, as in a source without a stored position. */
export function aDrip(limitSeconds = 60): Drip {
  const words: Word[] = []
  const waiting = new Set<() => void>()
  let asked = 0
  const say = (word: Word) => {
    words.push(word)
    for (const go of waiting) go()
    waiting.clear()
  }
  return {
    source: {
      limitSeconds,
      find: async function* drip() {
        asked += 1
        for (let at = 0; ; at += 1) {
          while (at >= words.length) await new Promise<void>((go) => waiting.add(go))
          const word = words[at]
          if (word instanceof Error) throw word
          if (word === 'end' || word === undefined) return
          yield word
        }
      },
    },
    give: (...products) => say({ products, offers: [] }),
    giveOffers: (...offers) => say({ products: [], offers }),
    finish: () => say('end'),
    fail: say,
    get asked() {
      return asked
    },
  }
}

/** Offers that nobody has confirmed. */
export function externalOffers(count: number): ExternalOffer[] {
  return Array.from({ length: count }, (_unused, at) => ({
    ...externalOfferExample,
    id: newId('ext', new Date('2026-01-02T03:04:05Z')),
    name: `Offered outside ${at}`,
  }))
}

/** Products that are not in the catalogue. */
export function outsideProducts(count: number): Product[] {
  const now = new Date('2026-01-02T03:04:05Z')
  return Array.from({ length: count }, (_unused, at) => ({
    id: newId('prd', now),
    supplier: { id: 'co_00000000000000000000000700', name: 'Somewhere Else Ltd' },
    sku: `OUT-${at}`,
    mpn: `OUT-${at}`,
    gtins: [],
    language: 'en',
    isTranslated: false,
    name: `Found outside ${at}`,
    brand: 'Elsewhere',
    description: '',
    attributes: [],
    category: { id: 'cat_bolts', name: 'bolts', path: ['bolts'] },
    state: 'ACTIVE',
    version: 1,
    pricing: {
      list: unitPrice('2.50', 'EUR'),
      tiers: [],
      unit: 'C62',
      moq: oneUnit,
      multiple: oneUnit,
    },
    availability: { status: 'in_stock', available: 100n * oneUnit, leadTimeDays: 3 },
    shipTo: ['DE'],
    image: { url: 'https://somewhere.example.com/picture', isPlaceholder: false },
    sample: false,
    releasedOn: '2026-01-02',
    substitutes: [],
    accessories: [],
    compatibleWith: [],
    backorder: null,
    createdAt: now,
    updatedAt: now,
  }))
}
