import {
  type Changes,
  createExactCache,
  documents,
  type ExactCache,
  type IdentifierQuery,
  isAnySuperseded,
  listSuccessors,
  type Moment,
  normalIdentifier,
  type Restrictions,
  type Terms,
} from '#modules/products'
import type { Conn } from '#platform/db'
import type { SynonymList } from '../synonyms/synonyms.ts'
import { type Analysis, analyzeQuery } from './analysis.ts'
import type { KindsOf } from './kinds.ts'
import type { ParsedQuery } from './query-text.ts'

export type AnalysisOf = (
  since: Moment,
  parsed: ParsedQuery,
  terms: Pick<Terms, 'restrictions' | 'restrictionsKey'>,
  synonyms: SynonymList,
) => Promise<Analysis>

const cachedMax = 300

/** Analyses the words of queries, and caches the analysis until a document changes. */
export function createAnalysisOf(
  pool: Conn,
  { changes, kindsOf }: { readonly changes: Changes; readonly kindsOf: KindsOf },
): AnalysisOf {
  const cached = createExactCache<Analysis>(changes, cachedMax)
  const superseding = createExactCache<boolean>(changes, 1)
  return async (since, parsed, { restrictions, restrictionsKey }, synonyms) => {
    const key = `${restrictionsKey} ${synonyms.revision} ${parsed.text}`
    const known = cached.get(key, documents)
    if (known) return known
    const identifiers = await withSuccessors(
      pool,
      superseding,
      since,
      parsed.identifiers,
      restrictions,
    )
    const vocabulary = { synonyms, kinds: await kindsOf(since) }
    const analysis = await analyzeQuery(pool, restrictions, { ...parsed, identifiers }, vocabulary)
    // A correction must not stay after the word becomes known.
    if (analysis.corrected === undefined) cached.set(key, analysis, since)
    return analysis
  }
}

/**
 * The number of a replaced article also searches for its successor. `superseding` knows whether any article has one;
 * mostly none has.
 */
async function withSuccessors(
  pool: Conn,
  superseding: ExactCache<boolean>,
  since: Moment,
  identifiers: IdentifierQuery,
  restrictions: Restrictions,
): Promise<IdentifierQuery> {
  const { exact, named = [], brief = [] } = identifiers
  const typed = [...exact].concat(named, brief)
  if (typed.length === 0) return identifiers
  let isAny = superseding.get('', documents)
  if (isAny === undefined) {
    isAny = await isAnySuperseded(pool)
    superseding.set('', isAny, since)
  }
  if (!isAny) return identifiers
  const successors = [...(await listSuccessors(pool, restrictions, typed)).values()].flat()
  const numbers = successors.map(({ sku }) => normalIdentifier(sku))
  return { ...identifiers, exact: [...new Set([...exact, ...numbers])] }
}
