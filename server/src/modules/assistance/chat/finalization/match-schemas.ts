import { type Static, Type } from 'typebox'
import { oneLineWithText } from '#kernel/one-line'
import { numberOf, quantitySchema } from '#kernel/quantity'
import { record } from '#kernel/record'
import { CartView, cartExample, viewCart } from '#modules/cart'
import { ProductView, viewProduct } from '#modules/products'
import { BriefView, briefExample, viewBrief } from '../brief/brief-schemas.ts'
import type { ItemMatches } from '../sessions/matches.ts'
import type { ItemSearch } from '../sessions/session.ts'
import type { ConfirmedBrief } from './confirm-brief.ts'
import type { MatchesPut } from './put-matches.ts'

const Instant = Type.String({ format: 'date-time' })

export const ItemSearchView = record('ChatItemSearch', 'The search for an item of the brief.', {
  item: Type.Integer({ description: 'The position of the item in the brief.' }),
  searchId: Type.String({ description: 'Read it as `GET /api/v1/searches/{searchId}`.' }),
})

export const ItemMatchesView = record(
  'ChatItemMatches',
  'The matches of an item, at the prices of the moment.',
  {
    ...ItemSearchView.properties,
    state: Type.Enum(['RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED', 'GONE'], {
      description: 'How the search ended. GONE: it was deleted before its matches were stored.',
    }),
    best: Type.Union([ProductView, Type.Null()], { description: 'The best match.' }),
    alternatives: Type.Array(ProductView, { description: 'Other matches, the better ones first.' }),
  },
)

export const ConfirmBody = Type.Optional(
  record(
    'ConfirmBrief',
    'The version of the brief that the person confirms.',
    {
      expectedVersion: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 2_147_483_647,
          description: 'The version of the brief that the person has seen. A newer one is a 409.',
        }),
      ),
    },
    { examples: [{ expectedVersion: 3 }] },
  ),
)

export const ProposedCrawlView = record(
  'ProposedCrawl',
  'A crawl of a source that the buyer has named. A person confirms it with `POST /api/v1/crawls/{id}/confirm`.',
  {
    crawlId: Type.String(),
    sourceId: Type.String(),
    sourceName: Type.String(),
    state: Type.String({ description: 'The state of the run: QUEUED at first.' }),
    awaitingConfirmation: Type.Boolean({
      description: 'True: nothing is read until a person confirms it.',
    }),
  },
)

export const ConfirmationView = record(
  'ChatConfirmation',
  'The confirmed brief, its searches, and the crawls that it proposes. Confirming again starts and proposes nothing.',
  {
    sessionId: Type.String(),
    briefVersion: Type.Integer(),
    confirmedAt: Instant,
    brief: BriefView,
    searches: Type.Array(ItemSearchView),
    crawls: Type.Array(ProposedCrawlView),
  },
)

const ChosenMatch = record('ChosenMatch', 'The product that a person has chosen for an item.', {
  item: Type.Integer({ minimum: 0, maximum: 1_000 }),
  productId: Type.String({ maxLength: 64 }),
  quantity: Type.Optional(
    quantitySchema({
      description: 'Default: the quantity of the brief, if the product is sold in its unit.',
    }),
  ),
})

export const PutMatchesBody = record(
  'PutMatches',
  'The matches to add to the cart.',
  {
    choices: Type.Array(ChosenMatch, { minItems: 1, maxItems: 100 }),
  },
  {
    examples: [
      { choices: [{ item: 0, productId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna', quantity: 50 }] },
    ],
  },
)

export const RequisitionOfBriefBody = Type.Optional(
  record(
    'RequestBrief',
    'The items of a brief that become a requisition.',
    {
      title: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          pattern: oneLineWithText,
          description: 'The title of the requisition. Default: what its first line asks for.',
        }),
      ),
      items: Type.Optional(
        Type.Array(Type.Integer({ minimum: 0, maximum: 1_000 }), {
          minItems: 1,
          maxItems: 200,
          uniqueItems: true,
          description: 'Positions in the brief. Default: the items that no product matched.',
        }),
      ),
    },
    { examples: [{ title: 'Desks for the new office', items: [1] }] },
  ),
)

export const MatchesPutView = record('MatchesPut', 'What became of each choice, and the cart.', {
  lines: Type.Array(
    record('ChosenLine', 'A choice that was added, or refused with its reason.', {
      item: Type.Integer(),
      productId: Type.String(),
      quantity: Type.Union([quantitySchema(), Type.Null()]),
      added: Type.Boolean(),
      code: Type.Optional(Type.String()),
      message: Type.Optional(Type.String()),
      details: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    }),
  ),
  cart: CartView,
})

const sessionId = 'chs_01m7xb82dw3khw78phh28dvacd'

export const confirmationExample = {
  sessionId,
  briefVersion: 3,
  confirmedAt: '2026-04-13T09:02:00.000Z',
  brief: briefExample,
  searches: [{ item: 0, searchId: 'srch_01m7xb82dw3khw78phh28dvacd' }],
  crawls: [
    {
      crawlId: 'crl_01m7xb82dw3khw78phh28dvacd',
      sourceId: 'csrc_01m7xb82dw3khw78phh28dvacd',
      sourceName: 'Kabelwerk',
      state: 'QUEUED',
      awaitingConfirmation: true,
    },
  ],
}

export const matchesPutExample = {
  lines: [{ item: 0, productId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna', quantity: 4, added: true }],
  cart: cartExample,
}

export function viewMatches({
  item,
  searchId,
  state,
  products,
}: ItemMatches): Static<typeof ItemMatchesView> {
  const [best, ...alternatives] = products.map((product) => viewProduct(product))
  return { item, searchId, state: state ?? 'RUNNING', best: best ?? null, alternatives }
}

export function viewConfirmation({
  session,
  searches,
  crawls,
}: ConfirmedBrief): Static<typeof ConfirmationView> {
  return {
    sessionId: session.id,
    briefVersion: session.briefVersion,
    confirmedAt: (session.confirmedAt ?? session.updatedAt).toISOString(),
    brief: viewBrief(session),
    searches: searches.map(({ item, searchId }: ItemSearch) => ({ item, searchId })),
    crawls: [...crawls],
  }
}

export function viewMatchesPut({ lines, cart }: MatchesPut): Static<typeof MatchesPutView> {
  return {
    lines: lines.map(({ item, productId, quantity, refusal }) => ({
      item,
      productId,
      quantity: quantity === undefined ? null : numberOf(quantity),
      added: refusal === undefined,
      ...(refusal && {
        code: refusal.code,
        message: refusal.message,
        details: { ...refusal.details },
      }),
    })),
    cart: viewCart(cart),
  }
}
