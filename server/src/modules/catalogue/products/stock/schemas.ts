import { type Static, Type } from 'typebox'
import { code } from '#kernel/code-forms'
import { numberOf, quantitySchema, stockMax } from '#kernel/quantity'
import { record } from '#kernel/record'
import { countMax, countsACallMax, type StockLocation } from './location.ts'
import type { StockHere } from './service.ts'

const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })
const Country = Type.String({
  ...code,
  minLength: 2,
  maxLength: 2,
  description: 'ISO 3166-1 alpha-2.',
})
const LeadTime = Type.Integer({
  minimum: 0,
  maximum: 365,
  description: 'Days until goods leave the location. Absent: each product states its own.',
})
const Position = Type.Integer({
  minimum: 0,
  maximum: 1_000,
  description: 'Sales take stock from the location with the smallest position first. Default: 100.',
})

export const CreateLocationBody = record(
  'CreateStockLocation',
  'A place from which a supplier ships.',
  {
    supplierId: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'The id of the supplier. For operators only.',
      }),
    ),
    name: Name,
    country: Country,
    leadTimeDays: Type.Optional(LeadTime),
    position: Type.Optional(Position),
  },
  { examples: [{ name: 'Rotterdam', country: 'NL', leadTimeDays: 1 }] },
)

export const ChangeLocationBody = record(
  'ChangeStockLocation',
  'The fields of a stock location that change.',
  {
    name: Type.Optional(Name),
    country: Type.Optional(Country),
    leadTimeDays: Type.Optional(Type.Union([LeadTime, Type.Null()])),
    position: Type.Optional(Position),
  },
  { minProperties: 1, examples: [{ position: 10 }] },
)

export const LocationView = record('Location', 'A place from which a supplier ships.', {
  id: Type.String(),
  supplierId: Type.String(),
  name: Type.String(),
  country: Type.String(),
  leadTimeDays: Type.Optional(Type.Integer()),
  position: Type.Integer(),
  createdAt: Type.String({ format: 'date-time' }),
  updatedAt: Type.String({ format: 'date-time' }),
})

export const locationExample = {
  id: 'slo_01m7xb82dw3khw78phh28dvacd',
  supplierId: 'co_01m7x9v1c40e5rk2m8w3tq6zna',
  name: 'Rotterdam',
  country: 'NL',
  leadTimeDays: 1,
  position: 100,
  createdAt: '2026-01-05T09:00:00.000Z',
  updatedAt: '2026-01-05T09:00:00.000Z',
}

export function viewLocation(location: StockLocation): Static<typeof LocationView> {
  const { id, supplierCompanyId, name, country, leadTimeDays, position } = location
  return {
    id,
    supplierId: supplierCompanyId,
    name,
    country,
    ...(leadTimeDays === undefined ? {} : { leadTimeDays }),
    position,
    createdAt: location.createdAt.toISOString(),
    updatedAt: location.updatedAt.toISOString(),
  }
}

export const CountStockBody = record(
  'CountStock',
  'The counted stock of products in a location.',
  {
    entries: Type.Array(
      record('StockCount', 'The counted stock of one product.', {
        productId: Type.Optional(Type.String({ maxLength: 64 })),
        sku: Type.Optional(
          Type.String({
            maxLength: 200,
            description: 'The article number of the supplier, instead of the id.',
          }),
        ),
        available: Type.Union([quantitySchema({ minimum: 0, maximum: countMax }), Type.Null()], {
          description:
            'The quantity that can be sold from here, without what is reserved or sold. Null: the location no longer stocks the product.',
        }),
      }),
      { minItems: 1, maxItems: countsACallMax },
    ),
  },
  {
    examples: [
      {
        entries: [
          { sku: '2125510', available: 40 },
          { productId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna', available: null },
        ],
      },
    ],
  },
)

export const StockCountedView = record(
  'StockCounted',
  'The number of stock counts that were stored, and of those that were removed.',
  { counted: Type.Integer(), removed: Type.Integer() },
)

export const StockHereView = record('StockHere', 'The stock of one product in a location.', {
  productId: Type.String(),
  sku: Type.String(),
  counted: quantitySchema({
    minimum: 0,
    maximum: stockMax,
    description: 'The stock at the last count.',
  }),
  available: quantitySchema({
    minimum: 0,
    maximum: stockMax,
    description: 'The stock that can be sold now: the last count without what was sold since.',
  }),
  countedAt: Type.String({ format: 'date-time' }),
})

export const stockHereExample = {
  productId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna',
  sku: '2125510',
  counted: 40,
  available: 37,
  countedAt: '2026-02-01T06:00:00.000Z',
}

export function viewStockHere(stock: StockHere): Static<typeof StockHereView> {
  const { productId, sku, counted, available, countedAt } = stock
  return {
    productId,
    sku,
    counted: numberOf(counted),
    available: numberOf(available),
    countedAt: countedAt.toISOString(),
  }
}
