import type { Conn } from '#platform/db'
import { createLocalCache } from '#platform/local-cache'
import type { Wake } from '#platform/wake'
import type { Terms } from './terms.ts'
import { readTerms } from './terms-store.ts'

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

  async function readAndCache(conn: Conn, companyId: string, now: Date): Promise<Terms> {
    const underWay = cache.beginRead()
    const terms = await readTerms(conn, companyId, now)
    underWay.keep(companyId, terms)
    return terms
  }

  return {
    current: readAndCache,
    cached: async (conn, companyId, now) =>
      stillGood(companyId, now) ?? (await readAndCache(conn, companyId, now)),
    under: async (conn, companyId, now, work) => {
      const cached = stillGood(companyId, now)
      if (cached) {
        const { answer, revision } = await work(cached)
        if (revision === cached.revision) return answer
      }
      return (await work(await readAndCache(conn, companyId, now))).answer
    },
  }
}
