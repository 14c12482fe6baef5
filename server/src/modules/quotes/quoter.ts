import type { Actor } from '#kernel/actor'
import type { Fx } from '#modules/fx'
import type { TermsOf } from '#modules/products'
import type { Conn, Database } from '#platform/db'
import { type MatchedLine, matchLines } from './quick-order/match-lines.ts'
import type { OrderLine } from './quick-order/order-lines.ts'
import { type LineQuote, type QuoteItem, type QuoteOptions, quoteLines } from './quote.ts'

/** What lines cost today: those of carts and checkouts, and those of a quick order. */
export type Quoter = {
  /**
   * Stock and the company's price of each product at its quantity today, and what keeps it from being ordered. In a
   * transaction, what the transaction sees. The one source of a price for carts, checkouts and orders.
   */
  quote(
    conn: Conn,
    companyId: string,
    items: readonly QuoteItem[],
    options?: QuoteOptions,
  ): Promise<Map<string, LineQuote>>
  /** The product that each line of a quick order means, in their order. */
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
    quote: (conn, companyId, items, options) => quoteLines(deps, conn, companyId, items, options),
    matchLines: async ({ companyId }, lines) =>
      matchLines(database.pool, await terms.current(database.pool, companyId, now()), lines),
  }
}
