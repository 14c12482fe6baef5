import type { Conn } from '#platform/db'
import { createLocalCache } from '#platform/local-cache'
import type { Wake } from '#platform/wake'
import type { Restrictions } from '../assortments/visible-sql.ts'
import type { DiscountsInForce } from './order-discounts.ts'
import { readTerms } from './terms-store.ts'

/** A price list that applies to a company now. */
export type AgreedList = {
  readonly id: string
  /** The list prices the products of this supplier only. */
  readonly supplierCompanyId: string
  readonly currency: string
  /**
   * Percentages off the list price. The keys: `c:` and a category, `b:` and a brand in small letters, or `*` for every
   * product.
   */
  readonly discounts: Readonly<Record<string, string>>
  readonly contract: { readonly id: string; readonly reference: string } | undefined
}

/** The prices and the assortment of a company today. Equal terms of different companies have an equal key. */
export type Terms = {
  /** Empty for a company with list prices and the full assortment. */
  readonly key: string
  /** The assortment of the company. */
  readonly restrictions: Restrictions
  /** Empty for a company with the full assortment. */
  readonly restrictionsKey: string
  /**
   * In order of precedence: lists of contracts first, then lists assigned to the company. The first list of a supplier
   * that has a price decides.
   */
  readonly lists: readonly AgreedList[]
  /** The discounts on orders of the contracts in force: at most one for each supplier. */
  readonly orderDiscounts: readonly DiscountsInForce[]
  /** The revision of all terms when these were read. */
  readonly revision: number
  /** The snapshot of the database when these were read. */
  readonly snapshot: string
  /** The next instant at which a list or a contract begins or ends. */
  readonly validUntil: Date | undefined
  readonly readAt: Date
}

/** An answer, and the revision of all terms in the database when it was read. */
export type AnswerUnderTerms<Answer> = {
  readonly answer: Answer
  readonly revision: number | undefined
}

export type TermsOf = {
  /** Reads the current terms with a statement. */
  current(conn: Conn, companyId: string, now: Date): Promise<Terms>
  /** Returns terms that may be up to five seconds old. The caller checks whether they have changed since `snapshot`. */
  cached(conn: Conn, companyId: string, now: Date): Promise<Terms>
  /**
   * Runs the work under the current terms. It uses the cached ones first, and repeats the work if the answer shows that
   * they have changed.
   */
  under<Answer>(
    conn: Conn,
    companyId: string,
    now: Date,
    work: (terms: Terms) => Promise<AnswerUnderTerms<Answer>>,
  ): Promise<Answer>
}

export const termsChanged = 'catalog.terms_changed'

const companiesMax = 2_000
const ttlMs = 5_000

/** The same companies come again and again. While no terms change, theirs cost no statement. */
export function createTerms(wake?: Wake): TermsOf {
  const cache = createLocalCache<Terms>({ entriesMax: companiesMax, ttlMs })
  wake?.listen(termsChanged, cache.clear)

  function stillGood(companyId: string, now: Date): Terms | undefined {
    const terms = cache.get(companyId)
    if (!terms || now < terms.readAt) return undefined
    return terms.validUntil === undefined || now < terms.validUntil ? terms : undefined
  }

  async function read(conn: Conn, companyId: string, now: Date): Promise<Terms> {
    const underWay = cache.beginRead()
    const terms = await readTerms(conn, companyId, now)
    underWay.keep(companyId, terms)
    return terms
  }

  return {
    current: read,
    cached: async (conn, companyId, now) =>
      stillGood(companyId, now) ?? (await read(conn, companyId, now)),
    under: async (conn, companyId, now, work) => {
      const cached = stillGood(companyId, now)
      if (cached) {
        const { answer, revision } = await work(cached)
        if (revision === cached.revision) return answer
      }
      return (await work(await read(conn, companyId, now))).answer
    },
  }
}
