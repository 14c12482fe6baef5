import { type Static, Type } from 'typebox'
import { code } from '#kernel/code-forms'
import { quantitySchema } from '#kernel/quantity'
import { record } from '#kernel/record'
import { MoneyView } from '#platform/http'
import { type Contract, contractListsMax } from './contract.ts'
import { type OrderDiscountTier, orderDiscountTiersMax } from './order-discounts.ts'
import {
  companiesMax,
  type Discount,
  discountsMax,
  entriesACallMax,
  type PriceList,
  tiersMax,
} from './price-list.ts'

const Instant = Type.String({ format: 'date-time', maxLength: 40 })
const IdText = Type.String({ minLength: 1, maxLength: 64 })
const Amount = Type.String({ pattern: '^[0-9]{1,14}([.][0-9]{1,6})?$', maxLength: 21 })

const DiscountShape = record('CategoryDiscount', 'A discount on the goods that the value names.', {
  by: Type.Enum(['category', 'brand', 'all']),
  value: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'The id of the category, or the name of the brand in upper or lower case. Absent with `all`.',
    }),
  ),
  percent: Type.String({
    pattern: '^(0[.]([1-9][0-9]?|0[1-9])|[1-9][0-9]?([.][0-9]{1,2})?)$',
    maxLength: 5,
    description:
      'The discount on the list price and its tiers: above 0, below 100, up to two decimals.',
  }),
})

const Discounts = Type.Array(DiscountShape, {
  maxItems: discountsMax,
  description:
    'Discounts on products without an entry in the list. The nearest category decides, then the brand, then `all`.',
})
const CompanyIds = Type.Array(IdText, {
  maxItems: companiesMax,
  description: 'Companies to which the list applies without a contract.',
})
const UnitId = Type.String({
  minLength: 1,
  maxLength: 64,
  description:
    'A unit of the buyer. The list holds for it and for all units below it. Absent: for the whole company.',
})
const Name = Type.String({ minLength: 1, maxLength: 200 })
const From = Type.String({
  format: 'date-time',
  maxLength: 40,
  description: 'The start of validity. Default: now.',
})
const Until = Type.String({
  format: 'date-time',
  maxLength: 40,
  description: 'The end of validity, exclusive.',
})

export const priceListExample: Static<typeof PriceListView> = {
  id: 'pls_01m7xb82dw3khw78phh28dvacd',
  supplierId: 'co_01m7x9v1c40e5rk2m8w3tq6zna',
  name: 'Framework 2026',
  currency: 'EUR',
  validFrom: '2026-01-01T00:00:00.000Z',
  validUntil: '2027-01-01T00:00:00.000Z',
  discounts: [{ by: 'brand', value: 'TP-LINK', percent: '7.50' }],
  companyIds: [],
  entryCount: 1_200,
  version: 4,
  createdAt: '2025-12-01T09:00:00.000Z',
  updatedAt: '2026-02-01T09:00:00.000Z',
}

export const CreatePriceListBody = record(
  'CreatePriceList',
  'A price list, and the companies that it is for.',
  {
    supplierId: Type.Optional(
      Type.String({ maxLength: 64, description: 'The id of the supplier. For operators only.' }),
    ),
    name: Name,
    currency: Type.String({ ...code, maxLength: 20 }),
    validFrom: Type.Optional(From),
    validUntil: Type.Optional(Until),
    discounts: Type.Optional(Discounts),
    companyIds: Type.Optional(CompanyIds),
    unitId: Type.Optional(UnitId),
  },
  {
    examples: [
      {
        name: 'Framework 2026',
        currency: 'EUR',
        validUntil: '2027-01-01T00:00:00.000Z',
        discounts: [{ by: 'brand', value: 'TP-LINK', percent: '7.50' }],
      },
    ],
  },
)

export const ChangePriceListBody = record(
  'ChangePriceList',
  'The fields of a price list that change.',
  {
    name: Type.Optional(Name),
    validFrom: Type.Optional(From),
    validUntil: Type.Optional(Type.Union([Until, Type.Null()])),
    discounts: Type.Optional(Discounts),
    companyIds: Type.Optional(CompanyIds),
    unitId: Type.Optional(Type.Union([UnitId, Type.Null()])),
  },
  { minProperties: 1, examples: [{ validUntil: '2026-07-01T00:00:00.000Z' }] },
)

export const PriceListView = record('PriceList', 'A price list of a supplier.', {
  id: Type.String(),
  supplierId: Type.String(),
  name: Type.String(),
  currency: Type.String(),
  validFrom: Instant,
  validUntil: Type.Optional(Instant),
  discounts: Type.Array(DiscountShape),
  companyIds: Type.Array(Type.String()),
  unitId: Type.Optional(Type.String()),
  entryCount: Type.Integer(),
  version: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
})

export function viewPriceList(list: PriceList): Static<typeof PriceListView> {
  const { id, supplierCompanyId, name, currency, entryCount, version } = list
  return {
    id,
    supplierId: supplierCompanyId,
    name,
    currency,
    validFrom: list.validFrom.toISOString(),
    ...(list.validUntil && { validUntil: list.validUntil.toISOString() }),
    discounts: list.discounts.map(({ by, value, percent }) =>
      by === 'all' ? { by, percent } : { by, value, percent },
    ),
    companyIds: [...list.companyIds],
    ...(list.unitId !== undefined && { unitId: list.unitId }),
    entryCount,
    version,
    createdAt: list.createdAt.toISOString(),
    updatedAt: list.updatedAt.toISOString(),
  }
}

export function discountsOf(given: readonly Static<typeof DiscountShape>[]): Discount[] {
  return given.map(({ by, value = '', percent }) => ({
    by,
    value: by === 'all' ? '' : value,
    percent,
  }))
}

const Tiers = Type.Array(
  record('PriceTierInput', 'The unit price from this quantity on.', {
    minQuantity: quantitySchema(),
    unitPrice: Amount,
  }),
  {
    maxItems: tiersMax,
    description:
      'By rising quantity. From it on the whole line has this price of one unit. A tier at or below the smallest quantity for sale is the first price.',
  },
)

export const PutEntriesBody = record(
  'PutPriceEntries',
  'The prices to store in the price list.',
  {
    entries: Type.Array(
      record('PriceEntryInput', 'The price of one product in the price list. Null removes it.', {
        productId: Type.Optional(Type.String({ maxLength: 64 })),
        sku: Type.Optional(
          Type.String({
            maxLength: 200,
            description: 'The article number of the supplier, instead of the id.',
          }),
        ),
        unitPrice: Type.Union([Amount, Type.Null()], {
          description:
            'The price of one unit in the currency of the list, whatever the price basis of the product. Null removes the entry.',
        }),
        tiers: Type.Optional(Tiers),
      }),
      { minItems: 1, maxItems: entriesACallMax },
    ),
  },
  {
    examples: [
      {
        entries: [
          { sku: '2125510', unitPrice: '36.4', tiers: [{ minQuantity: 10, unitPrice: '34.9' }] },
          { productId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna', unitPrice: null },
        ],
      },
    ],
  },
)

export const EntriesPutView = record('EntriesPut', 'The numbers of stored and removed prices.', {
  stored: Type.Integer(),
  removed: Type.Integer(),
  entryCount: Type.Integer(),
  version: Type.Integer({ description: 'The new version of the list.' }),
})

export const PriceEntryView = record('PriceEntry', 'The price of one product in a price list.', {
  productId: Type.String(),
  sku: Type.String(),
  unitPrice: MoneyView,
  tiers: Type.Array(
    record('PriceEntryTier', 'The unit price from this quantity on.', {
      minQuantity: quantitySchema(),
      unitPrice: MoneyView,
    }),
  ),
})

export const priceEntryExample = {
  productId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna',
  sku: '2125510',
  unitPrice: { amount: '36.40', currency: 'EUR' },
  tiers: [{ minQuantity: 10, unitPrice: { amount: '34.90', currency: 'EUR' } }],
}

const Reference = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The number that both sides use for the contract. It is unique for the supplier.',
})
const PriceListIds = Type.Array(IdText, {
  maxItems: contractListsMax,
  description:
    'Price lists by precedence: the first that has a price for a product decides. Empty if the contract has `orderDiscounts` only.',
})

const MoneyText = Type.String({ pattern: '^[0-9]{1,12}([.][0-9]{1,4})?$', maxLength: 20 })
const OrderDiscountsShape = record(
  'OrderDiscounts',
  'Discounts on all that is ordered of the supplier at once, before tax.',
  {
    currency: Type.String({ ...code, maxLength: 20 }),
    tiers: Type.Array(
      record('OrderDiscountTier', 'The discount from this order value on.', {
        from: MoneyText,
        percent: Type.Optional(DiscountShape.properties.percent),
        amount: Type.Optional(MoneyText),
      }),
      {
        minItems: 1,
        maxItems: orderDiscountTiersMax,
        description:
          "Discount tiers by rising `from`, which is the value of the goods of this supplier in an order, at the buyer's prices. The highest tier that is reached counts. Each has `percent` or `amount`.",
      },
    ),
  },
)

const orderDiscountsExample = {
  currency: 'EUR',
  tiers: [
    { from: '1000', percent: '2' },
    { from: '5000', percent: '3.5' },
  ],
}

export const CreateContractBody = record(
  'CreateContract',
  'An agreement of a supplier with a buying company.',
  {
    supplierId: Type.Optional(
      Type.String({ maxLength: 64, description: 'The id of the supplier. For operators only.' }),
    ),
    buyerCompanyId: IdText,
    reference: Reference,
    state: Type.Optional(Type.Enum(['DRAFT', 'ACTIVE'], { description: 'Default: DRAFT.' })),
    validFrom: Type.Optional(From),
    validUntil: Type.Optional(Until),
    priceListIds: Type.Optional(PriceListIds),
    orderDiscounts: Type.Optional(OrderDiscountsShape),
  },
  {
    examples: [
      {
        buyerCompanyId: 'co_01m7x9v1c40e5rk2m8w3tq6zna',
        reference: 'FW-2026-017',
        state: 'ACTIVE',
        validUntil: '2027-01-01T00:00:00.000Z',
        priceListIds: [priceListExample.id],
        orderDiscounts: orderDiscountsExample,
      },
    ],
  },
)

export const ChangeContractBody = record(
  'ChangeContract',
  'The fields of an agreement that change.',
  {
    reference: Type.Optional(Reference),
    state: Type.Optional(Type.Enum(['DRAFT', 'ACTIVE', 'ENDED'])),
    validFrom: Type.Optional(From),
    validUntil: Type.Optional(Type.Union([Until, Type.Null()])),
    priceListIds: Type.Optional(PriceListIds),
    orderDiscounts: Type.Optional(Type.Union([OrderDiscountsShape, Type.Null()])),
  },
  { minProperties: 1, examples: [{ state: 'ENDED' }] },
)

export const ContractStateName = Type.Enum(['DRAFT', 'ACTIVE', 'ENDED'])

export const ContractView = record(
  'Contract',
  'An agreement of a supplier with a buying company on prices.',
  {
    id: Type.String(),
    supplier: Type.Object({ id: Type.String(), name: Type.String() }),
    buyerCompanyId: Type.String(),
    reference: Type.String(),
    state: ContractStateName,
    validFrom: Instant,
    validUntil: Type.Optional(Instant),
    priceListIds: Type.Array(Type.String()),
    orderDiscounts: Type.Optional(OrderDiscountsShape),
    version: Type.Integer(),
    createdAt: Instant,
    updatedAt: Instant,
  },
)

export const contractExample: Static<typeof ContractView> = {
  id: 'ctr_01m7xb82dw3khw78phh28dvacd',
  supplier: { id: 'co_01m7x9v1c40e5rk2m8w3tq6znb', name: 'Northwind Components' },
  buyerCompanyId: 'co_01m7x9v1c40e5rk2m8w3tq6zna',
  reference: 'FW-2026-017',
  state: 'ACTIVE',
  validFrom: '2026-01-01T00:00:00.000Z',
  validUntil: '2027-01-01T00:00:00.000Z',
  priceListIds: [priceListExample.id],
  orderDiscounts: orderDiscountsExample,
  version: 1,
  createdAt: '2025-12-01T09:00:00.000Z',
  updatedAt: '2025-12-01T09:00:00.000Z',
}

export function viewContract(contract: Contract): Static<typeof ContractView> {
  const { id, supplier, buyerCompanyId, reference, state, priceListIds, version } = contract
  const { orderDiscounts } = contract
  return {
    id,
    supplier: { ...supplier },
    buyerCompanyId,
    reference,
    state,
    validFrom: contract.validFrom.toISOString(),
    ...(contract.validUntil && { validUntil: contract.validUntil.toISOString() }),
    priceListIds: [...priceListIds],
    ...(orderDiscounts && {
      orderDiscounts: {
        currency: orderDiscounts.currency,
        tiers: orderDiscounts.tiers.map(viewOrderTier),
      },
    }),
    version,
    createdAt: contract.createdAt.toISOString(),
    updatedAt: contract.updatedAt.toISOString(),
  }
}

function viewOrderTier({ from, percent, amount }: OrderDiscountTier) {
  return {
    from,
    ...(percent === undefined ? {} : { percent }),
    ...(amount === undefined ? {} : { amount }),
  }
}
