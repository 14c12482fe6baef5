import { Type } from 'typebox'
import { code } from '#kernel/code-forms'
import { money } from '#kernel/money'
import { MoneySchema } from '#kernel/money-schema'
import { record } from '#kernel/record'
import { type ProductSearch, SponsoredView, type Sponsorship, viewSponsored } from '#modules/search'
import type { Conn } from '#platform/db'
import { answers, type Http, ok, type Routes, viewMoney } from '#platform/http'
import { replay } from '../auction/snapshot.ts'
import { ViewerId } from '../controls/routes.ts'
import { fail } from '../failures.ts'
import { findAuction } from './auction-store.ts'

const tags = ['Ads']
const slotsMax = 8

const AuctionBody = record(
  'RunAuction',
  'A page on which sponsored places may be shown.',
  {
    placement: Type.String({
      minLength: 1,
      maxLength: 64,
      pattern: '^[A-Za-z0-9._-]+$',
      description: 'Your name for the page or the place on it. It appears in records.',
    }),
    query: Type.Optional(
      Type.String({ maxLength: 1_000, description: 'What the person searched for.' }),
    ),
    categoryId: Type.Optional(
      Type.String({ maxLength: 200, description: 'The category that the person looks at.' }),
    ),
    country: Type.Optional(
      Type.String({
        ...code,
        maxLength: 20,
        description: 'Only products that ship to this country.',
      }),
    ),
    slots: Type.Integer({
      minimum: 1,
      maximum: slotsMax,
      description: 'The most places that you can show.',
    }),
    viewerId: Type.Optional(ViewerId),
  },
  { examples: [{ placement: 'search', query: 'hexagon bolt', country: 'DE', slots: 2 }] },
)

const AuctionView = record('Auction', 'The sponsored places that were sold for a page.', {
  placement: Type.String(),
  sponsored: Type.Array(SponsoredView, {
    description: 'At most as many as you asked for. Often fewer, or none.',
  }),
})

const AuctionRecordView = record(
  'AuctionRecord',
  'What decided an auction. The winners are computed again from the stored bids and qualities.',
  {
    id: Type.String(),
    placement: Type.String(),
    createdAt: Type.String({ format: 'date-time' }),
    candidates: Type.Integer(),
    winners: Type.Array(
      record('AuctionWinner', 'A winner of an auction, and the price of a click on its place.', {
        slot: Type.Integer(),
        campaignId: Type.String(),
        supplierId: Type.String(),
        productId: Type.String(),
        bid: MoneySchema,
        price: MoneySchema,
        quality: Type.Integer({ description: 'In millionths.' }),
      }),
    ),
  },
  {
    examples: [
      {
        id: 'auc_01m7xb7z5r1q9e3w5t7y9u1p3s',
        placement: 'search',
        createdAt: '2026-01-02T03:04:05.000Z',
        candidates: 14,
        winners: [
          {
            slot: 0,
            campaignId: 'cmp_01m7xb82dw3khw78phh28dvacd',
            supplierId: 'co_01m7x9r5n2b4j6h8f0d2s4a6p8',
            productId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna',
            bid: { amount: '0.60', currency: 'EUR' },
            price: { amount: '0.45', currency: 'EUR' },
            quality: 820_000,
          },
        ],
      },
    ],
  },
)

export type AuctionsDeps = {
  readonly conn: Conn
  readonly sponsorship: Sponsorship
  readonly productSearch: Pick<ProductSearch, 'search'>
  /** Writes the records that wait, so that a record can be read at once. */
  readonly flush: () => Promise<void>
}

export function auctionsRoutes(deps: AuctionsDeps): Routes {
  return async (http) => {
    addRunning(http, deps)
    addReading(http, deps)
  }
}

function addRunning(http: Http, { productSearch, sponsorship }: AuctionsDeps): void {
  http.route({
    method: 'POST',
    url: '/api/v1/ads/auctions',
    config: {
      access: 'products:read',
      localized: true,
      fails: ['catalog.country_unknown', 'catalog.category_unknown', 'catalog.category_ambiguous'],
    },
    schema: {
      operationId: 'runAuction',
      summary: 'Run an auction',
      description:
        'Sells places for products that the same search finds, in the assortment of your company. Show each with its label.',
      tags,
      body: AuctionBody,
      response: answers(AuctionView, { examples: [{ placement: 'search', sponsored: [] }] }),
    },
    handler: async ({ actor, body, locale }) => {
      const { placement, query, categoryId, country, slots, viewerId } = body
      const request = { actor, viewerId, placement, slots, query, country }
      const propose = await sponsorship.open(request)
      const input = { q: query, category: categoryId, country, limit: 1 }
      const result = await productSearch.search(actor, input, propose)
      const places = (await result.award?.(Number.MAX_SAFE_INTEGER)) ?? []
      return ok({
        placement,
        sponsored: places.map((one) => viewSponsored(one, locale, result.table)),
      })
    },
  })
}

function addReading(http: Http, { conn, flush }: AuctionsDeps): void {
  http.route({
    method: 'GET',
    url: '/api/v1/ads/auctions/:auctionId',
    config: { access: 'operator', fails: ['ads.auction_not_found'] },
    schema: {
      operationId: 'getAuction',
      summary: 'Get the record of an auction',
      description:
        'Computes its winners and prices again from the stored bids. For operators who check a charge.',
      tags,
      params: Type.Object({ auctionId: Type.String({ maxLength: 64 }) }),
      response: answers(AuctionRecordView),
    },
    handler: async ({ params: { auctionId } }) => {
      await flush()
      const auction = await findAuction(conn, auctionId)
      if (!auction) throw fail('auction_not_found', { auctionId })
      const { winners, currency, candidates } = replay(auction.snapshot)
      return ok({
        id: auctionId,
        placement: auction.placement,
        createdAt: auction.createdAt.toISOString(),
        candidates,
        winners: winners.map(({ bidMinor, priceMinor, ...winner }) => ({
          ...winner,
          bid: viewMoney(money(BigInt(bidMinor), currency)),
          price: viewMoney(money(BigInt(priceMinor), currency)),
        })),
      })
    },
  })
}
