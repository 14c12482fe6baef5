import type { Conn } from '#platform/db'
import { createLocalCache } from '#platform/local-cache'
import type { Wake } from '#platform/wake'
import type { Shelf } from '../assortments/visible-sql.ts'
import type { HeldDiscounts } from './order-discounts.ts'
import { readTerms } from './terms-store.ts'

/** A price list that holds for a company now. */
export type AgreedList = {
  readonly id: string
  /** It prices this supplier's products and no others. */
  readonly supplierCompanyId: string
  readonly currency: string
  /** Per cent off the list price: `c:` and the category of a product, `b:` and its brand in small letters, `*` for every product. */
  readonly discounts: Readonly<Record<string, string>>
  readonly contract: { readonly id: string; readonly reference: string } | undefined
}

/** What a company pays and sees today. Equal terms have an equal key, whosever they are. */
export type Terms = {
  /** Empty for whoever pays the list prices and sees everything. */
  readonly key: string
  /** What it sees. */
  readonly shelf: Shelf
  /** Empty for whoever sees everything. */
  readonly shelfKey: string
  /** By precedence: contracts first, then lists of the company's own; of one supplier the first that has a price decides. */
  readonly lists: readonly AgreedList[]
  /** What contracts that hold take off whole orders: one of a supplier at most. */
  readonly orderDiscounts: readonly HeldDiscounts[]
  /** Of all terms, when these were read. */
  readonly revision: number
  /** The snapshot of the database that these were read with. */
  readonly snapshot: string
  /** The next instant at which a list or a contract begins or ends. */
  readonly validUntil: Date | undefined
  readonly readAt: Date
}

/** An answer, and the revision of the terms that the database had when it was found. */
export type Under<Answer> = { readonly answer: Answer; readonly revision: number | undefined }

export type TermsOf = {
  /** As they are, by a statement of its own. */
  current(conn: Conn, companyId: string, now: Date): Promise<Terms>
  /** As cached, for at most five seconds. The caller checks whether they have changed since `snapshot`. */
  cached(conn: Conn, companyId: string, now: Date): Promise<Terms>
  /** As they are: what is cached is used, and when the answer shows that it has changed, the work is done again. */
  under<Answer>(
    conn: Conn,
    companyId: string,
    now: Date,
    work: (terms: Terms) => Promise<Under<Answer>>,
  ): Promise<Answer>
}

export const termsChanged = 'catalog.terms_changed'

const companiesMax = 2_000
const ttlMs = 5_000

/** Most companies are asked for again and again: their terms cost no statement while nobody's change. */
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
