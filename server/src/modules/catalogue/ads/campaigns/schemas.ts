import { type Static, Type } from 'typebox'
import { MoneySchema } from '#kernel/money-schema'
import { record, withDescription } from '#kernel/record'
import { viewMoney } from '#platform/http'
import { type Campaign, campaignStates } from './campaign.ts'

const Id = Type.String({ minLength: 1, maxLength: 64 })
const Instant = Type.String({ format: 'date-time', maxLength: 40 })

const fields = {
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  budgetPerDay: withDescription(
    MoneySchema,
    'The most that clicks of one day may cost. The day begins at midnight in `timeZone`.',
  ),
  bidPerClick: withDescription(
    MoneySchema,
    'The most that one click may cost. The price is often lower: it depends on the next bid.',
  ),
  productIds: Type.Array(Id, {
    maxItems: 500,
    description: 'The products to show. They must belong to the supplier.',
  }),
  keywords: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    maxItems: 200,
    description:
      'A search must contain all words of one of these. Without keywords and categories the campaign takes part in every search that finds its products.',
  }),
  categoryIds: Type.Array(Id, {
    maxItems: 100,
    description: 'A search in one of these categories, or in one below it.',
  }),
  countries: Type.Array(Type.String({ minLength: 2, maxLength: 2, pattern: '^[A-Za-z]{2}$' }), {
    maxItems: 249,
    description: 'Countries of the search. Empty: every country.',
  }),
  timeZone: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'The time zone of the day, such as Europe/Berlin. Default: UTC.',
  }),
}
const LandingUrl = Type.Union([Type.String({ maxLength: 2_048 }), Type.Null()], {
  description: 'The https address that a click opens. Null or absent: the product.',
})
const Boundary = Type.Union([Instant, Type.Null()])

const example = {
  name: 'Bolts in spring',
  budgetPerDay: { amount: '50.00', currency: 'EUR' },
  bidPerClick: { amount: '0.80', currency: 'EUR' },
  productIds: ['prd_01m7x9v1c40e5rk2m8w3tq6zna'],
  keywords: ['hexagon bolt'],
  categoryIds: [],
  countries: ['DE'],
  timeZone: 'Europe/Berlin',
}

export const CampaignBody = record(
  'CreateCampaign',
  'A new campaign of a supplier.',
  {
    supplierId: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'The supplier that pays. Operators must name it.',
      }),
    ),
    state: Type.Optional(
      Type.Enum(['DRAFT', 'ACTIVE'], { description: 'Default: DRAFT, which is not served.' }),
    ),
    name: fields.name,
    budgetPerDay: fields.budgetPerDay,
    bidPerClick: fields.bidPerClick,
    productIds: fields.productIds,
    keywords: Type.Optional(fields.keywords),
    categoryIds: Type.Optional(fields.categoryIds),
    countries: Type.Optional(fields.countries),
    landingUrl: Type.Optional(LandingUrl),
    timeZone: Type.Optional(fields.timeZone),
    startsAt: Type.Optional(Boundary),
    endsAt: Type.Optional(Boundary),
  },
  { examples: [example] },
)

export const CampaignChangeBody = record(
  'ChangeCampaign',
  'The fields of a campaign that change, and the version that you have read.',
  {
    expectedVersion: Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'The `version` of the campaign that you have read.',
    }),
    state: Type.Optional(Type.Enum([...campaignStates])),
    name: Type.Optional(fields.name),
    budgetPerDay: Type.Optional(fields.budgetPerDay),
    bidPerClick: Type.Optional(fields.bidPerClick),
    productIds: Type.Optional(fields.productIds),
    keywords: Type.Optional(fields.keywords),
    categoryIds: Type.Optional(fields.categoryIds),
    countries: Type.Optional(fields.countries),
    landingUrl: Type.Optional(LandingUrl),
    timeZone: Type.Optional(fields.timeZone),
    startsAt: Type.Optional(Boundary),
    endsAt: Type.Optional(Boundary),
  },
  { examples: [{ expectedVersion: 1, state: 'ACTIVE' }] },
)

export const CampaignParams = Type.Object({ campaignId: Type.String({ maxLength: 64 }) })

const NullableText = Type.Union([Type.String(), Type.Null()])

export const CampaignView = record(
  'Campaign',
  'A campaign: a supplier pays for places of its products, per click.',
  {
    id: Type.String(),
    supplierId: Type.String(),
    version: Type.Integer(),
    name: Type.String(),
    state: Type.Enum([...campaignStates], {
      description: 'Only an ACTIVE campaign is served. An ENDED one never changes again.',
    }),
    budgetPerDay: MoneySchema,
    bidPerClick: MoneySchema,
    productIds: Type.Array(Type.String()),
    keywords: Type.Array(Type.String()),
    categoryIds: Type.Array(Type.String()),
    countries: Type.Array(Type.String()),
    landingUrl: NullableText,
    timeZone: Type.String(),
    startsAt: NullableText,
    endsAt: NullableText,
    createdAt: Type.String({ format: 'date-time' }),
    changedAt: Type.String({ format: 'date-time' }),
  },
  {
    examples: [
      {
        id: 'cmp_01m7x9v1c40e5rk2m8w3tq6zna',
        supplierId: 'co_01m7x9v1c40e5rk2m8w3tq6zna',
        version: 1,
        state: 'DRAFT',
        ...example,
        landingUrl: null,
        startsAt: null,
        endsAt: null,
        createdAt: '2026-01-02T03:04:05.000Z',
        changedAt: '2026-01-02T03:04:05.000Z',
      },
    ],
  },
)

export function viewCampaign(campaign: Campaign): Static<typeof CampaignView> {
  return {
    id: campaign.id,
    supplierId: campaign.companyId,
    version: campaign.version,
    name: campaign.name,
    state: campaign.state,
    budgetPerDay: viewMoney(campaign.budgetPerDay),
    bidPerClick: viewMoney(campaign.bidPerClick),
    productIds: [...campaign.productIds],
    keywords: [...campaign.keywords],
    categoryIds: [...campaign.categoryIds],
    countries: [...campaign.countries],
    landingUrl: campaign.landingUrl ?? null,
    timeZone: campaign.timeZone,
    startsAt: campaign.startsAt?.toISOString() ?? null,
    endsAt: campaign.endsAt?.toISOString() ?? null,
    createdAt: campaign.createdAt.toISOString(),
    changedAt: campaign.changedAt.toISOString(),
  }
}
