import { Type } from 'typebox'
import { answers, ok, type Routes } from '#platform/http'
import { fail } from './failures.ts'
import { MatchBody, MatchedLineView, matchExample, viewMatchedLine } from './match-schemas.ts'
import { orderLine, orderLinesMax, orderLinesOf } from './order-lines.ts'
import type { Catalog } from './service.ts'

export function matchRoutes(catalog: Catalog): Routes {
  return async (http) => {
    http.route({
      method: 'POST',
      url: '/api/v1/products/match',
      config: {
        access: 'products:read',
        fails: ['catalog.order_lines_missing', 'catalog.order_lines_too_many'],
      },
      schema: {
        operationId: 'matchProducts',
        summary: 'Find the products of a quick order',
        description:
          'Up to 1,000 part numbers with quantities, as `lines` or as a pasted `text`. Each line is answered in its place: matched, ambiguous, unknown, or invalid with its problem. Prices are in the currency of the supplier. What an unknown number resembles is told for the first 25 of them. Nothing is ordered.',
        body: MatchBody,
        response: answers(Type.Array(MatchedLineView), { examples: [matchExample] }),
      },
      handler: async ({ actor, body }) => {
        const given = linesOf(body)
        const matched = await catalog.matchLines(
          actor,
          given.map(({ read }) => read),
        )
        return ok(matched.map((line, at) => viewMatchedLine(given[at]?.line ?? at + 1, line)))
      },
    })
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
  if ((lines === undefined) === (text === undefined)) throw fail('order_lines_missing', {})
  const given =
    text === undefined
      ? (lines ?? []).map(({ partNumber, quantity = 1 }, at) => ({
          line: at + 1,
          read: orderLine(partNumber, quantity),
        }))
      : orderLinesOf(text)
  if (given.length === 0) throw fail('order_lines_missing', {})
  if (given.length > orderLinesMax) {
    throw fail('order_lines_too_many', { lines: given.length, max: orderLinesMax })
  }
  return given
}
