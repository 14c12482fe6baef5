import type { Decimal } from 'decimal.js'
import { Type } from 'typebox'
import { decimalOf, priceOfOne, type UnitPrice, unitPrice } from '#kernel/money'
import { numberOf, type Quantity, quantitySchema, stockMax } from '#kernel/quantity'
import { record, withDescription } from '#kernel/record'
import { defineEvent, MoneyData } from '#platform/outbox'

const ListPrice = withDescription(MoneyData, 'The price of `perQuantity` units.')
const PerQuantity = Type.Integer({
  description:
    'The price basis: the number of units that the price is for. It is 1 unless the supplier prices per 100 or the like.',
})

const StockSchema = quantitySchema({ minimum: 0, maximum: stockMax })

type Tier = { readonly minQuantity: Quantity; readonly unitPrice: Decimal }

type Priced = {
  readonly listPrice: Decimal
  readonly currency: string
  readonly perQuantity?: number | undefined
}

/** The list price, in the price basis of the same event. */
export function listPriceData({ listPrice, currency, perQuantity = 1 }: Priced) {
  return { listPrice: moneyData(unitPrice(listPrice, currency)), perQuantity }
}

/** The former list price, in its price basis of that time. */
export function priceBeforeData({ listPrice, currency, perQuantity = 1 }: Priced) {
  return { before: moneyData(unitPrice(listPrice, currency)), perQuantityBefore: perQuantity }
}

export function tiersData(
  tiers: readonly Tier[],
  { currency, perQuantity = 1 }: Pick<Priced, 'currency' | 'perQuantity'>,
) {
  return tiers.map(({ minQuantity, unitPrice: amount }) => {
    const price = unitPrice(amount, currency, perQuantity)
    return {
      minQuantity: numberOf(minQuantity),
      unitPrice: moneyData(priceOfOne(price)),
      basisPrice: moneyData(price),
    }
  })
}

function moneyData(price: UnitPrice) {
  return { amount: decimalOf(price), currency: price.currency }
}

/** A product without a brand has an empty text inside. Its event omits the brand. */
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
      brand: Type.Optional(
        Type.String({ description: 'The brand. Absent if the product has none.' }),
      ),
      categoryId: Type.String(),
      listPrice: ListPrice,
      perQuantity: PerQuantity,
    },
    { description: 'A supplier offers a new product.' },
  ),
  example: {
    ...facts,
    brand: 'DEWALT',
    categoryId: 'cat_01m7x9v1c40e5rk2m8w3tq6zna',
    listPrice: { amount: '249.00', currency: 'EUR' },
    perQuantity: 1,
  },
})

export const ProductUpdated = defineEvent({
  type: 'product.updated',
  version: 1,
  entity: 'product',
  public: true,
  data: Type.Object(
    { ...ProductFacts, changed: Type.Array(Type.String()) },
    { description: 'Texts or conditions of a product have changed. `changed` names the fields.' },
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
      before: withDescription(MoneyData, 'The list price of `perQuantityBefore` units.'),
      perQuantityBefore: Type.Integer({ description: 'The price basis before the change.' }),
      listPrice: ListPrice,
      perQuantity: PerQuantity,
      tiers: Type.Optional(
        Type.Array(
          record('ProductPriceChangedTier', 'The price from this quantity on.', {
            minQuantity: quantitySchema(),
            unitPrice: withDescription(MoneyData, 'The price of one unit.'),
            basisPrice: withDescription(MoneyData, 'The price of `perQuantity` units.'),
          }),
          {
            description:
              'All tiers after a change, by rising quantity. Empty if there are none any more.',
          },
        ),
      ),
    },
    { description: 'The list price or a tier price of a product has changed.' },
  ),
  example: {
    ...facts,
    before: { amount: '249.00', currency: 'EUR' },
    perQuantityBefore: 1,
    listPrice: { amount: '239.50', currency: 'EUR' },
    perQuantity: 1,
    tiers: [
      {
        minQuantity: 10,
        unitPrice: { amount: '231.00', currency: 'EUR' },
        basisPrice: { amount: '231.00', currency: 'EUR' },
      },
    ],
  },
})

export const ProductStockChanged = defineEvent({
  type: 'product.stock_changed',
  version: 1,
  entity: 'product',
  public: true,
  data: Type.Object(
    { ...ProductFacts, before: StockSchema, available: StockSchema },
    {
      description: 'A supplier has counted the stock of a product. Orders do not send this event.',
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
