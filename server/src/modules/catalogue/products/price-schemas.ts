import { Type } from 'typebox'
import { numberOf, quantitySchema } from '#kernel/quantity'
import { record } from '#kernel/record'
import { type Conversion, ConversionView, type RateTable, viewConversion } from '#modules/fx'
import { LinePriceView, MoneyView, viewBasisPrice, viewUnitPrice } from '#platform/http'
import { minQuantityOf, type Pricing, pricingIn } from './product.ts'

/** The prices of a product, and its tiers. `unitPrice` is always the price of one unit. */
export const prices = {
  list: MoneyView,
  unitPrice: MoneyView,
  perQuantity: Type.Integer({
    description:
      'The price basis: `list` and each `basisPrice` are prices of this many units, and each `unitPrice` is the price of one. It is 1 unless the supplier prices per 100 or the like.',
  }),
  tiers: Type.Array(
    record('ProductPriceTier', 'The price from this quantity on.', {
      minQuantity: quantitySchema({
        description: 'From this number of units on, the whole line has this price.',
      }),
      unitPrice: MoneyView,
      basisPrice: MoneyView,
    }),
  ),
}

/** In which quantities a product is sold. */
export const orderQuantities = {
  moq: quantitySchema({ description: 'Quantities must not be smaller than this.' }),
  multiple: quantitySchema({ description: 'Quantities must be multiples of this.' }),
  minQuantity: quantitySchema({
    description:
      'The smallest quantity that you can order: `moq`, or the next multiple above it. `list` and `unitPrice` are the price from here on, and `tiers` begin above it.',
  }),
}

export const PricingView = record(
  'ProductPricing',
  'The prices of a product, its order unit and its quantities.',
  {
    ...prices,
    supplier: Type.Optional(
      Type.Object(prices, {
        description:
          'The prices of the supplier in their own currency, if they are shown in another one.',
      }),
    ),
    conversion: Type.Optional(ConversionView),
    agreed: Type.Optional(
      Type.Object(
        {
          priceListId: Type.String(),
          contract: Type.Optional(Type.Object({ id: Type.String(), reference: Type.String() })),
          listPrice: MoneyView,
        },
        {
          description:
            'Present if the prices are those of your company: the agreement that they come from, and what other companies pay for `perQuantity` units.',
        },
      ),
    ),
    unit: LinePriceView.unit,
    contents: Type.Optional(
      Type.Number({
        description: 'The number of pieces in one unit, such as a box. Absent: not stated.',
      }),
    ),
    ...orderQuantities,
  },
)

export function viewPricing(pricing: Pricing, table: RateTable | undefined) {
  const { unit, contents } = pricing
  const conditions = {
    unit,
    ...(contents === undefined ? {} : { contents }),
    ...viewOrderQuantities(pricing),
    ...viewAgreement(pricing),
  }
  const conversion = shownConversion(pricing, table)
  if (!conversion) return { ...viewPrices(pricing), ...conditions }
  return {
    ...viewPrices(pricingIn(pricing, conversion)),
    supplier: viewPrices(pricing),
    ...viewConversion(conversion),
    ...conditions,
  }
}

export function viewOrderQuantities({ moq, multiple }: Pick<Pricing, 'moq' | 'multiple'>) {
  return {
    moq: numberOf(moq),
    multiple: numberOf(multiple),
    minQuantity: numberOf(minQuantityOf({ moq, multiple })),
  }
}

/** The conversion with which prices are shown. Undefined if they stay in the currency of the supplier. */
export function shownConversion(
  { list: { currency: from } }: Pricing,
  table: RateTable | undefined,
): Conversion | undefined {
  return from === table?.to ? undefined : table?.conversionFrom(from)
}

function viewAgreement({ agreed }: Pricing) {
  if (!agreed) return {}
  const { priceListId, contract, listPrice } = agreed
  return {
    agreed: {
      priceListId,
      ...(contract && { contract }),
      listPrice: viewBasisPrice(listPrice),
    },
  }
}

export function viewPrices({ list, tiers }: Pricing) {
  return {
    list: viewBasisPrice(list),
    unitPrice: viewUnitPrice(list),
    perQuantity: list.perQuantity,
    tiers: tiers.map(({ minQuantity, unitPrice }) => ({
      minQuantity: numberOf(minQuantity),
      unitPrice: viewUnitPrice(unitPrice),
      basisPrice: viewBasisPrice(unitPrice),
    })),
  }
}
