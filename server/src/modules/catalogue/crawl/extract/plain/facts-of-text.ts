import type { FactsOfKind } from '../merge-products.ts'
import { readState } from '../state/read-state.ts'
import { linesOf, statementsIn } from './lines.ts'
import { outlineOf } from './outline.ts'
import { pricesInLines } from './price-lines.ts'
import { type PlainContext, readPlain } from './read-plain.ts'

/** What a page without mark-up says of its products: in the state of its scripts, in tables, in lists, and in its text. */
export function factsOfText(page: string, context: PlainContext): FactsOfKind[] {
  const first = outlineOf(page)
  // A class may have misled: then what looks like a heading stands in a part that was left out.
  const isMisled = !first.nodes.some(({ name }) => name === 'h1') && /<h1/i.test(page)
  const outline = isMisled ? outlineOf(page, false) : first
  const lines = linesOf(outline.text)
  const prices = pricesInLines(lines)
  const shown = prices.map(({ amount }) => Number(amount))
  const statements = statementsIn([...lines, ...linesOf(outline.around)])
  const { tax } = statements
  const taxIncluded = tax && tax === 'gross'
  const state = readState(outline.scripts, {
    ...context,
    shownAmounts: new Set(shown),
    taxIncluded,
  })
  const { tables, text } = readPlain({ outline, lines, prices, statements }, context)
  return [
    { kind: 'script-state', facts: state },
    { kind: 'price-table', facts: tables },
    { kind: 'page-text', facts: text },
  ]
}
