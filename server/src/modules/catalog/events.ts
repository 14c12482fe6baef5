import type { Decimal } from 'decimal.js'
import { Type } from 'typebox'
import { decimalOf, unitPrice } from '#kernel/money'
import { defineEvent, MoneyData } from '#platform/outbox'

type Tier = { readonly minQuantity: number; readonly unitPrice: Decimal }

export function moneyData(amount: Decimal, currency: string) {
  return { amount: decimalOf(unitPrice(amount, currency)), currency }
}

export function tiersData(tiers: readonly Tier[], currency: string) {
  return tiers.map((tier) => ({ ...tier, unitPrice: moneyData(tier.unitPrice, currency) }))
}

/** Inside a brand that nobody has named is an empty text; an event says nothing of it. */
export const brandData = (brand: string) => (brand === '' ? {} : { brand })

const ProductFacts = {
  productId: Type.String(),
  sku: Type.String(),
  mpn: Type.String(),
  name: Type.String(),
}

const facts = {
  productId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna',
  sku: '31415926',
  mpn: 'DCD805P2T',
  name: 'DEWALT 18V XR cordless drill',
}

export const ProductCreated = defineEvent({
  type: 'product.created',
  version: 1,
  entity: 'product',
  public: true,
  data: Type.Object(
    {
      ...ProductFacts,
      brand: Type.Optional(Type.String({ description: 'Absent where nobody has named one.' })),
      categoryId: Type.String(),
      listPrice: MoneyData,
    },
    { description: 'A supplier offers a new product.' },
  ),
  example: {
    ...facts,
    brand: 'DEWALT',
    categoryId: 'cat_01m7x9v1c40e5rk2m8w3tq6zna',
    listPrice: { amount: '249.00', currency: 'EUR' },
  },
})

export const ProductUpdated = defineEvent({
  type: 'product.updated',
  version: 1,
  entity: 'product',
  public: true,
  data: Type.Object(
    { ...ProductFacts, changed: Type.Array(Type.String()) },
    { description: 'Texts or conditions of a product have changed; `changed` names the fields.' },
  ),
  example: { ...facts, changed: ['name', 'description'] },
})

export const ProductPriceChanged = defineEvent({
  type: 'product.price_changed',
  version: 1,
  entity: 'product',
  public: true,
  data: Type.Object(
    {
      ...ProductFacts,
      before: MoneyData,
      listPrice: MoneyData,
      tiers: Type.Optional(
        Type.Array(Type.Object({ minQuantity: Type.Integer(), unitPrice: MoneyData }), {
          description:
            'Where a quantity price has changed: all of them as they are now, by rising quantity. Empty where there are none any more.',
        }),
      ),
    },
    { description: 'The list price or a quantity price of a product has changed.' },
  ),
  example: {
    ...facts,
    before: { amount: '249.00', currency: 'EUR' },
    listPrice: { amount: '239.50', currency: 'EUR' },
    tiers: [{ minQuantity: 10, unitPrice: { amount: '231.00', currency: 'EUR' } }],
  },
})

export const ProductStockChanged = defineEvent({
  type: 'product.stock_changed',
  version: 1,
  entity: 'product',
  public: true,
  data: Type.Object(
    { ...ProductFacts, before: Type.Integer(), available: Type.Integer() },
    {
      description:
        'A supplier has counted anew what is available. Orders do not tell of each piece they take.',
    },
  ),
  example: { ...facts, before: 40, available: 120 },
})

export const ProductDiscontinued = defineEvent({
  type: 'product.discontinued',
  version: 1,
  entity: 'product',
  public: true,
  data: Type.Object(ProductFacts, { description: 'A product can no longer be ordered.' }),
  example: facts,
})

export const catalogEvents = [
  ProductCreated,
  ProductUpdated,
  ProductPriceChanged,
  ProductStockChanged,
  ProductDiscontinued,
]
