import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { MoneyView, viewMoney } from '#platform/http'
import type { Amounts, LineTax, TaxShare } from './amounts.ts'
import type { ParcelCost, ShippingCost } from './shipping-cost.ts'
import { TakenOffView, viewTakenOff } from './taken-off.ts'

const taxFields = {
  category: Type.Enum(['S', 'Z', 'E', 'AE', 'K', 'G', 'O'], {
    description:
      'A code of UNCL5305, as EN 16931 restricts it. S: standard rate. Z: zero rate. E: exempt. K: supply to a business in another member state, which accounts for the tax. G: export.',
  }),
  rate: Type.String({ description: 'The rate in percent.' }),
  amount: MoneyView,
  reasonCode: Type.Optional(
    Type.String({
      description: 'The VATEX code of the reason why a member state of the union charges no tax.',
    }),
  ),
}

/** The tax of one line. */
export const LineTaxView = record('LineTax', 'The tax of a line.', {
  ...taxFields,
  country: Type.Optional(
    Type.String({
      description: 'The country that taxes the line, or would tax it. Absent in old records.',
    }),
  ),
})

export const TaxBreakdownView = Type.Array(
  record(
    'TaxBreakdown',
    'The tax of one category and rate, and the amount that it is computed from.',
    {
      ...taxFields,
      taxable: MoneyView,
    },
  ),
  {
    description: 'The tax by category and rate, as an EN 16931 invoice sums it up.',
  },
)

/** `total = goods - discount + shipping + tax`. */
export const amountFields = {
  goods: MoneyView,
  discount: MoneyView,
  discounts: Type.Optional(TakenOffView),
  shipping: MoneyView,
  tax: MoneyView,
  taxBreakdown: TaxBreakdownView,
}

export const AmountsView = record(
  'Totals',
  'The amount to pay: total = goods - discount + shipping + tax. The fees of suppliers are part of shipping.',
  { ...amountFields, total: MoneyView },
)

export function viewLineTax({
  category,
  rate,
  amount,
  reasonCode,
  country,
}: LineTax): Static<typeof LineTaxView> {
  return {
    category,
    rate,
    amount: viewMoney(amount),
    ...(reasonCode === undefined ? {} : { reasonCode }),
    ...(country === undefined ? {} : { country }),
  }
}

export function viewBreakdown(shares: readonly TaxShare[]): Static<typeof TaxBreakdownView> {
  return shares.map(({ taxable, ...tax }) => ({ ...viewLineTax(tax), taxable: viewMoney(taxable) }))
}

export function viewAmounts(amounts: Amounts): Static<typeof AmountsView> {
  return {
    goods: viewMoney(amounts.goods),
    discount: viewMoney(amounts.discount),
    ...(amounts.discounts ? { discounts: viewTakenOff(amounts.discounts) } : {}),
    shipping: viewMoney(amounts.shipping),
    tax: viewMoney(amounts.tax),
    total: viewMoney(amounts.total),
    taxBreakdown: viewBreakdown(amounts.breakdown),
  }
}

const ShippingCostsView = Type.Array(
  record('ShippingCost', 'The shipping cost of the goods of one supplier.', {
    supplierId: Type.String(),
    delivery: Type.Integer({ description: 'The number of the delivery, from 1.' }),
    shippingMethodId: Type.String(),
    name: Type.String(),
    kind: Type.Enum(['DELIVERY', 'PICK_UP']),
    leadTimeDays: Type.Integer(),
    amount: MoneyView,
    tax: LineTaxView,
  }),
  { description: 'The shipping costs by supplier and delivery.' },
)

export const OrderFeesView = Type.Array(
  record('OrderFee', 'A fee of a supplier, because its goods in the order are below its minimum.', {
    supplierId: Type.String(),
    kind: Type.Literal('BELOW_MINIMUM'),
    amount: MoneyView,
    tax: LineTaxView,
  }),
  { description: 'The fees of suppliers. `totals.shipping` includes them. Absent without one.' },
)

/** The fields `shipping` and `fees`. An order without a fee has no `fees`. */
export const costFields = {
  shipping: Type.Optional(ShippingCostsView),
  fees: Type.Optional(OrderFeesView),
}

export function viewCosts(shippingCosts: readonly ShippingCost[]): {
  shipping: Static<typeof ShippingCostsView>
  fees?: Static<typeof OrderFeesView>
} {
  const parcels = shippingCosts.filter(isOfParcel)
  const fees = shippingCosts.filter((cost) => cost.kind === 'BELOW_MINIMUM')
  return {
    shipping: parcels.map(({ supplierCompanyId, delivery, methodId, amount, tax, ...rest }) => ({
      ...rest,
      supplierId: supplierCompanyId,
      delivery: delivery + 1,
      shippingMethodId: methodId,
      amount: viewMoney(amount),
      tax: viewLineTax(tax),
    })),
    ...(fees.length > 0 && {
      fees: fees.map(({ supplierCompanyId, kind, amount, tax }) => ({
        supplierId: supplierCompanyId,
        kind,
        amount: viewMoney(amount),
        tax: viewLineTax(tax),
      })),
    }),
  }
}

function isOfParcel(cost: ShippingCost): cost is ParcelCost {
  return cost.kind !== 'BELOW_MINIMUM'
}

/** An example for every view with amounts: four pieces at 2.50 EUR in Germany. */
export const amountsExample: Static<typeof AmountsView> = {
  goods: { amount: '10.00', currency: 'EUR' },
  discount: { amount: '0.00', currency: 'EUR' },
  shipping: { amount: '0.00', currency: 'EUR' },
  tax: { amount: '1.90', currency: 'EUR' },
  total: { amount: '11.90', currency: 'EUR' },
  taxBreakdown: [
    {
      category: 'S',
      rate: '19',
      taxable: { amount: '10.00', currency: 'EUR' },
      amount: { amount: '1.90', currency: 'EUR' },
    },
  ],
}
