import { type Static, Type } from 'typebox'
import type { Failure } from '#kernel/failure'
import type { Locale } from '#kernel/locale'
import { lineTotal } from '#kernel/money'
import { numberOf, quantitySchema, stockMax } from '#kernel/quantity'
import { record } from '#kernel/record'
import { availabilityStatuses, productNotFound, viewAvailability } from '#modules/products'
import { LinePriceView, MoneyView, viewLinePrice, viewMoney, viewUnitPrice } from '#platform/http'
import { failureSentence } from '#platform/texts'
import { failLine } from './failures.ts'
import type { Quoted } from './request-quotes.ts'

const linesMax = 100

export const QuotesBody = record(
  'QuoteProducts',
  'The products to quote, each with its quantity.',
  {
    items: Type.Array(
      record('QuoteItem', 'A product and its quantity.', {
        productId: Type.String({ minLength: 1, maxLength: 64 }),
        quantity: quantitySchema(),
      }),
      { minItems: 1, maxItems: linesMax },
    ),
    currency: Type.Optional(
      Type.String({
        maxLength: 20,
        description: 'The currency of the quotes. Default: the currency of your company.',
      }),
    ),
    country: Type.Optional(
      Type.String({
        maxLength: 20,
        description: 'The country of delivery. Without it the quote does not check delivery.',
      }),
    ),
  },
  {
    examples: [
      {
        items: [{ productId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna', quantity: 12 }],
        currency: 'USD',
        country: 'DE',
      },
    ],
  },
)

const Instant = Type.String({ format: 'date-time' })
const MoneyOrNull = Type.Union([MoneyView, Type.Null()])

const problemCodes = [
  'catalog.product_not_found',
  'catalog.product_discontinued',
  'catalog.stock_short',
  'catalog.below_minimum',
  'catalog.not_a_multiple',
  'catalog.not_shipped_to_country',
  'catalog.currency_not_convertible',
]

export const quoteExample = {
  quoteId: 'qte_01m7xb82dw3khw78phh28dvacd',
  productId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna',
  quantity: 12,
  unitPrice: { amount: '95.229274', currency: 'USD' },
  basisPrice: { amount: '95.229274', currency: 'USD' },
  perQuantity: 1,
  unit: 'C62',
  lineTotal: { amount: '1142.75', currency: 'USD' },
  supplierPrice: { amount: '81.504', currency: 'EUR' },
  availability: {
    status: 'in_stock',
    available: 412,
    leadTimeDays: 2,
    checkedAt: '2026-04-13T09:00:00.000Z',
  },
  fx: {
    rateSetId: 'fxs_01m7xb82dw3khw78phh28dvacd',
    rate: '1.1684',
    asOf: '2026-04-13T00:00:00.000Z',
    state: 'fresh',
  },
  problems: [],
  expiresAt: '2026-04-13T09:01:00.000Z',
}

export const QuoteView = record(
  'Quote',
  'The price and availability of a product at a quantity, valid for some minutes.',
  {
    quoteId: Type.Union([Type.String(), Type.Null()], {
      description:
        'The id of the quote. Null for an unknown product. A new id means that the quote was computed again.',
    }),
    productId: Type.String(),
    quantity: quantitySchema(),
    unitPrice: Type.Union([MoneyView, Type.Null()], {
      description:
        'The price of one unit at this quantity, up to six decimals. Null while there is no rate for the currency.',
    }),
    basisPrice: Type.Union([MoneyView, Type.Null()], {
      description: 'The price of `perQuantity` units. `lineTotal` is computed from it.',
    }),
    perQuantity: Type.Union([LinePriceView.perQuantity, Type.Null()]),
    unit: Type.Union([LinePriceView.unit, Type.Null()]),
    lineTotal: MoneyOrNull,
    supplierPrice: Type.Union([MoneyView, Type.Null()], {
      description: 'The price of one unit in the currency of the supplier.',
    }),
    availability: Type.Union([
      Type.Object({
        status: Type.Enum([...availabilityStatuses]),
        available: quantitySchema({ minimum: 0, maximum: stockMax }),
        leadTimeDays: Type.Integer(),
        checkedAt: Instant,
      }),
      Type.Null(),
    ]),
    fx: Type.Optional(
      Type.Object({
        rateSetId: Type.String(),
        rate: Type.String(),
        asOf: Instant,
        state: Type.Enum(['fresh', 'stale_grace']),
      }),
    ),
    problems: Type.Array(
      record('QuoteProblem', 'The reason why the product cannot be ordered like this.', {
        code: Type.Enum(problemCodes),
        message: Type.String({ description: 'A sentence that tells a person what to do.' }),
        details: Type.Record(Type.String(), Type.Unknown()),
      }),
    ),
    expiresAt: Type.Union([Instant, Type.Null()], {
      description:
        'The latest time at which the quote is computed again. It is computed again at once when its price, stock, agreement or exchange rate changes.',
    }),
  },
  { examples: [quoteExample] },
)

/** The sentences of its problems are in the language `locale`. */
export function viewQuote({ item, quote }: Quoted, locale: Locale): Static<typeof QuoteView> {
  const { productId, quantity } = item
  if (!quote) return viewUnknown(productId, numberOf(quantity), locale)
  const { line, rates, quotedAt, expiresAt } = quote
  const { unitPrice, supplierPrice, availability, conversion, problems } = line
  return {
    quoteId: quote.id,
    productId,
    quantity: numberOf(quantity),
    ...(unitPrice ? viewLinePrice(unitPrice, line.product.pricing.unit) : noPrice),
    lineTotal: unitPrice ? viewMoney(lineTotal(unitPrice, quantity)) : null,
    supplierPrice: viewUnitPrice(supplierPrice),
    availability: { ...viewAvailability(availability), checkedAt: quotedAt.toISOString() },
    ...(conversion && rates
      ? {
          fx: {
            rateSetId: conversion.rateSetId,
            rate: conversion.rate.toFixed(),
            asOf: conversion.asOf.toISOString(),
            // An older rate than the set's: the newer one is held.
            state: conversion.asOf < rates.asOf ? 'stale_grace' : rates.state,
          },
        }
      : {}),
    // Each problem was noted with the details of its code.
    problems: problems.map(({ code, details }) =>
      viewProblem(failLine(code, details as never), locale),
    ),
    expiresAt: expiresAt.toISOString(),
  }
}

const noPrice = { unitPrice: null, basisPrice: null, perQuantity: null, unit: null }

function viewProblem(problem: Failure, locale: Locale) {
  const { code, details } = problem
  return { code, message: failureSentence(problem, locale).text, details }
}

function viewUnknown(
  productId: string,
  quantity: number,
  locale: Locale,
): Static<typeof QuoteView> {
  return {
    quoteId: null,
    productId,
    quantity,
    ...noPrice,
    lineTotal: null,
    supplierPrice: null,
    availability: null,
    problems: [viewProblem(productNotFound(productId), locale)],
    expiresAt: null,
  }
}
