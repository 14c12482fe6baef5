import { Type } from 'typebox'
import { quantityOf } from '#kernel/quantity'
import { type Offer, type Products, readCountry, readCurrency, viewFx } from '#modules/products'
import { answers, ok, type Routes } from '#platform/http'
import { fail } from '../failures.ts'
import type { Quoter } from '../quoter.ts'
import type { MatchedLine } from './match-lines.ts'
import { MatchBody, MatchedLineView, matchExample, viewMatchedLine } from './match-schemas.ts'
import { orderLine, orderLinesMax, orderLinesOf } from './order-lines.ts'

export function matchRoutes(quoter: Quoter, ratesFor: Products['ratesFor']): Routes {
  return async (http) => {
    http.route({
      method: 'POST',
      url: '/api/v1/products/match',
      config: {
        access: 'products:read',
        localized: true,
        fails: [
          'catalog.order_lines_missing',
          'catalog.order_lines_too_many',
          'catalog.currency_unknown',
          'catalog.country_unknown',
          'fx.rate_unavailable',
          'fx.rates_expired',
        ],
      },
      schema: {
        operationId: 'matchProducts',
        summary: 'Match part numbers',
        description:
          'Finds the products for up to 1,000 part numbers with quantities, given as `lines` or as a pasted `text`. The answer has one result for each line, in the same order: matched, ambiguous, unknown, or invalid with its problem. If a line can mean two products on sale, it is ambiguous. The service never guesses. Each product has the price at the quantity of its line. The first 25 unknown numbers get suggestions of similar ones. Nothing is ordered.',
        body: MatchBody,
        response: answers(Type.Array(MatchedLineView), { examples: [matchExample] }),
      },
      handler: async ({ actor, body }) => {
        const currency = readCurrency(body.currency)
        const country = readCountry(body.country)
        const given = linesOf(body)
        const matched = await quoter.matchLines(
          actor,
          given.map(({ read }) => read),
        )
        const from = matched.flatMap(productsOf).map(({ pricing }) => pricing.list.currency)
        const table = await ratesFor(actor, [...new Set(from)], currency)
        const destination = { table, country }
        const lines = matched.map((line, at) =>
          viewMatchedLine(given[at]?.line ?? at + 1, line, destination),
        )
        return ok(lines, table ? { fx: viewFx(table) } : {})
      },
    })
  }
}

function productsOf(line: MatchedLine): readonly Offer[] {
  switch (line.status) {
    case 'matched':
      return [line.product]
    case 'ambiguous':
      return line.candidates.map(({ product }) => product)
    case 'unknown':
      return line.nearest ? [line.nearest] : []
    case 'invalid':
      return []
  }
}

type Given = ReturnType<typeof orderLinesOf>

function linesOf({
  lines,
  text,
}: {
  lines?: readonly { partNumber: string; quantity?: number }[]
  text?: string
}): Given {
  if ((lines === undefined) === (text === undefined)) throw fail('order_lines_missing')
  const given =
    text === undefined
      ? (lines ?? []).map(({ partNumber, quantity = 1 }, at) => ({
          line: at + 1,
          read: orderLine(partNumber, quantityOf(quantity)),
        }))
      : orderLinesOf(text)
  if (given.length === 0) throw fail('order_lines_missing')
  if (given.length > orderLinesMax) {
    throw fail('order_lines_too_many', { lines: given.length, max: orderLinesMax })
  }
  return given
}
