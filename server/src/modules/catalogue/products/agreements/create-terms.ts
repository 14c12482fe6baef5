import type { BuyingUnit } from '#modules/structure'
import type { Conn, Tx } from '#platform/db'
import { createLocalCache } from '#platform/local-cache'
import { ringAfterCommit, type Wake } from '#platform/wake'
import type { Terms } from './terms.ts'
import { readTerms } from './terms-store.ts'

/** An answer, and the revision of all terms in the database when it was read. */
export type AnswerUnderTerms<Answer> = {
  readonly answer: Answer
  readonly revision: number | undefined
}

export type TermsOf = {
  /** Reads the current terms with a statement. */
  current(conn: Conn, buyer: BuyingUnit, now: Date): Promise<Terms>
  /** Returns terms that may be up to five seconds old. The caller checks whether they have changed since `snapshot`. */
  cached(conn: Conn, buyer: BuyingUnit, now: Date): Promise<Terms>
  /**
   * Runs the work under the current terms. It uses the cached ones first, and repeats the work if the answer shows that
   * they have changed.
   */
  under<Answer>(
    conn: Conn,
    buyer: BuyingUnit,
    now: Date,
    work: (terms: Terms) => Promise<AnswerUnderTerms<Answer>>,
  ): Promise<Answer>
}

export const termsChanged = 'catalog.terms_changed'

/** Participant. A unit has moved: what its people pay and see is read again from the commit on. */
export function noteUnitMoved(tx: Tx): void {
  ringAfterCommit(tx, termsChanged)
}

const buyersMax = 2_000
const ttlMs = 5_000

/**
 * The same buyers come again and again. While no terms change, theirs cost no statement. The units of a company share one entry as
 * long as no price list and no assortment names a unit of it.
 */
export function createTerms(wake?: Wake): TermsOf {
  const cache = createLocalCache<Terms>({ entriesMax: buyersMax, ttlMs })
  wake?.listen(termsChanged, cache.clear)

  function stillGood(buyer: BuyingUnit, now: Date): Terms | undefined {
    const ofCompany = cache.get(buyer.companyId)
    const terms = ofCompany?.dependOnUnit === false ? ofCompany : cache.get(keyOf(buyer))
    if (!terms || now < terms.readAt) return undefined
    return terms.validUntil === undefined || now < terms.validUntil ? terms : undefined
  }

  async function readAndCache(conn: Conn, buyer: BuyingUnit, now: Date): Promise<Terms> {
    const underWay = cache.beginRead()
    const terms = await readTerms(conn, buyer, now)
    underWay.keep(terms.dependOnUnit ? keyOf(buyer) : buyer.companyId, terms)
    // What all units shared until now would hide what this one has.
    const ofCompany = cache.get(buyer.companyId)
    if (terms.dependOnUnit && ofCompany?.dependOnUnit === false) cache.delete(buyer.companyId)
    return terms
  }

  return {
    current: readAndCache,
    cached: async (conn, buyer, now) =>
      stillGood(buyer, now) ?? (await readAndCache(conn, buyer, now)),
    under: async (conn, buyer, now, work) => {
      const cached = stillGood(buyer, now)
      if (cached) {
        const { answer, revision } = await work(cached)
        if (revision === cached.revision) return answer
      }
      return (await work(await readAndCache(conn, buyer, now))).answer
    },
  }
}

const keyOf = ({ companyId, unitId }: BuyingUnit) =>
  unitId === undefined ? companyId : `${companyId} ${unitId}`
