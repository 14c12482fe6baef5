import type { Actor } from '#kernel/actor'
import type { Fx } from '#modules/fx'
import type { TermsOf } from '#modules/products'
import { type BuyingUnit, buyingUnitOf } from '#modules/structure'
import type { Conn, Database } from '#platform/db'
import { type MatchedLine, matchLines } from './quick-order/match-lines.ts'
import type { OrderLine } from './quick-order/order-lines.ts'
import { type LineQuote, type QuoteItem, type QuoteOptions, quoteLines } from './quote.ts'

/** Quotes the lines of carts, checkouts and quick orders. */
export type Quoter = {
  /**
   * Returns the stock and the buyer's price of each product at its whole quantity today, and the problems that prevent an
   * order. In a transaction it reads what the transaction sees. It is the only source of a price for carts, checkouts
   * and orders.
   */
  quote(
    conn: Conn,
    buyer: BuyingUnit,
    items: readonly QuoteItem[],
    options?: QuoteOptions,
  ): Promise<Map<string, LineQuote>>
  /** Matches each line of a quick order to its product, in the order of the lines. */
  matchLines(actor: Actor, lines: readonly OrderLine[]): Promise<MatchedLine[]>
}

export type QuoterDeps = {
  readonly database: Database
  readonly fx: Pick<Fx, 'ratesInto'>
  readonly now: () => Date
  readonly terms: TermsOf
}

export function createQuoter(deps: QuoterDeps): Quoter {
  const { database, now, terms } = deps
  return {
    quote: (conn, buyer, items, options) => quoteLines(deps, conn, buyer, items, options),
    matchLines: async (actor, lines) => {
      const { pool } = database
      const current = await terms.current(pool, await buyingUnitOf(pool, actor), now())
      return matchLines(pool, current, lines, actor.language)
    },
  }
}
