import { type Changes, createExactCache, documents, type Moment } from '#modules/products'
import { type Conn, sql } from '#platform/db'
import { conditionsOf, readsDocumentsOnly } from './ranking/filter-sql.ts'
import type { Ranked } from './ranking/rankings.ts'
import type { SearchQuestion } from './search-question.ts'
import type { Proposal, Propose } from './sponsorship.ts'

type Found = {
  /** Equal keys are equal searches under equal terms. */
  readonly key: string
  readonly moment: Moment
  readonly question: SearchQuestion
  readonly ranked: Ranked
}

/** The proposed products that the search finds too. */
export type Proposed = Pick<Proposal, 'award'> & { readonly ids: readonly string[] }

export type ProposedFor = (
  found: Found,
  propose: Propose | undefined,
) => Promise<Proposed | undefined>

const cachedMax = 300

/**
 * Leaves only proposed products that the search itself finds: in the assortment of the company and within the filters. With words,
 * these are the first places of the ranking. Without words every product within the filters is as relevant as any other.
 */
export function createProposed(conn: Conn, changes: Changes): ProposedFor {
  const cached = createExactCache<ReadonlySet<string>>(changes, cachedMax)
  return async ({ key, moment, question, ranked }, propose) => {
    const { hits } = ranked.ranking
    const hasWords = question.parsed !== undefined
    const { category: categoryId } = question.filters
    const proposal = propose?.({ hits, hasWords, categoryId })
    if (!proposal || proposal.productIds.length === 0) return undefined
    const isFound = new Set<string>()
    for (const id of proposal.productIds) if (hits.some((hit) => hit.id === id)) isFound.add(id)
    const found = [...isFound]
    const others = proposal.productIds.filter((id) => !isFound.has(id))
    if (!hasWords && others.length > 0) {
      const asked = `${key} ${others.join(' ')}`
      const isCached = readsDocumentsOnly(question.filters)
      let within = isCached ? cached.get(asked, documents) : undefined
      if (!within) {
        // A search never fails because of ads.
        within = await listWithin(conn, question, ranked, others).catch(() => undefined)
        if (within && isCached) cached.set(asked, within, moment)
      }
      found.push(...(within ?? []))
    }
    return found.length === 0 ? undefined : { ids: found, award: proposal.award }
  }
}

/** Those of the products that pass the filters of the search. */
async function listWithin(
  conn: Conn,
  { filters }: SearchQuestion,
  { scale }: Ranked,
  productIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const conditions = conditionsOf({ filters, scale, hasWords: false })
  const { rows } = await sql<{ product_id: string }>`
    select d.product_id from search.documents d
    where d.product_id = any(${[...productIds]}::text[]) ${conditions}
  `.execute(conn)
  return new Set(rows.map(({ product_id }) => product_id))
}
