import { type Static, Type } from 'typebox'
import { countryForm, currencyForm } from '#kernel/code-forms'
import { decimalOf } from '#kernel/money'
import { record } from '#kernel/record'
import { platformCompanyId } from '#modules/identity'
import { MoneyView, viewMoney } from '#platform/http'
import { methodKinds, type ShippingMethod, type ShippingOption } from './method.ts'

const Country = Type.String({ pattern: countryForm, maxLength: 2 })
export const Currency = Type.String({ pattern: currencyForm, maxLength: 3 })
export const Amount = Type.String({ pattern: '^[0-9]{1,12}(\\.[0-9]{1,4})?$', maxLength: 20 })
const Kind = Type.Enum([...methodKinds])

export const MethodsQuery = Type.Object({
  country: Type.Optional(Country),
  supplierId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'The methods for goods of this supplier. Default: the methods of the platform.',
    }),
  ),
})

export const MethodParams = Type.Object({ shippingMethodId: Type.String({ maxLength: 64 }) })

const tiersExample = [
  { from: '0', price: '6.90' },
  { from: '250.00', price: '0' },
]

export const MethodBody = record(
  'SetShippingMethod',
  'A shipping method of a supplier: its countries and prices.',
  {
    name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
    kind: Kind,
    countries: Type.Optional(
      Type.Array(Country, {
        maxItems: 250,
        description: 'Countries to which the method delivers. Absent or empty: everywhere.',
      }),
    ),
    currency: Currency,
    tiers: Type.Optional(
      Type.Array(
        record('ShippingTierInput', 'The shipping price from this goods value on.', {
          from: Amount,
          price: Amount,
        }),
        {
          minItems: 1,
          maxItems: 20,
          description:
            'The shipping cost by the value of the goods in a parcel. The highest tier that is reached counts. One tier is a flat price. A last tier of 0 makes it free above that value. Absent: it costs nothing.',
        },
      ),
    ),
    leadTimeDays: Type.Integer({ minimum: 0, maximum: 365 }),
    position: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000,
        description:
          'The method with the smallest position comes first, and is used if the buyer names none. Default: 100.',
      }),
    ),
  },
  {
    examples: [
      {
        name: 'Parcel',
        kind: 'DELIVERY',
        countries: ['DE', 'AT'],
        currency: 'EUR',
        tiers: tiersExample,
        leadTimeDays: 2,
      },
    ],
  },
)

export const MethodView = record(
  'ShippingMethod',
  'A shipping method of a supplier.',
  {
    id: Type.String(),
    supplierId: Type.Optional(
      Type.String({
        description: 'The supplier that the method belongs to. Absent: the platform.',
      }),
    ),
    name: Type.String(),
    kind: Kind,
    countries: Type.Array(Type.String()),
    currency: Type.String(),
    tiers: Type.Array(
      record('ShippingTier', 'The shipping price from this goods value on.', {
        from: Type.String(),
        price: Type.String(),
      }),
    ),
    leadTimeDays: Type.Integer(),
    position: Type.Integer(),
  },
  {
    examples: [
      {
        id: 'smt_01m7xb82dw3khw78phh28dvacd',
        name: 'Parcel',
        kind: 'DELIVERY',
        countries: ['DE', 'AT'],
        currency: 'EUR',
        tiers: tiersExample,
        leadTimeDays: 2,
        position: 100,
      },
    ],
  },
)

export const MethodsView = record(
  'ShippingMethods',
  'The shipping methods of a supplier.',
  { methods: Type.Array(MethodView) },
  { examples: [{ methods: [] }] },
)

export const ShippingOptionView = record(
  'ShippingOption',
  'A shipping method that the buyer may choose, and its price.',
  {
    id: Type.String(),
    name: Type.String(),
    kind: Kind,
    price: MoneyView,
    leadTimeDays: Type.Integer(),
  },
)

export function viewMethod(method: ShippingMethod): Static<typeof MethodView> {
  const { id, companyId, name, kind, countries, currency, tiers, leadTimeDays, position } = method
  return {
    id,
    ...(companyId === platformCompanyId ? {} : { supplierId: companyId }),
    name,
    kind,
    countries: [...countries],
    currency,
    tiers: tiers.map(({ from, price }) => ({ from: decimalOf(from), price: decimalOf(price) })),
    leadTimeDays,
    position,
  }
}

export function viewShippingOption(option: ShippingOption): Static<typeof ShippingOptionView> {
  return { ...option, price: viewMoney(option.price) }
}
