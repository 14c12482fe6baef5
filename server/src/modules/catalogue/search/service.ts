import type { Actor } from '#kernel/actor'
import type { Changes, ProductReader } from '#modules/products'
import { buyingUnitOf } from '#modules/structure'
import { analysisVersion } from './documents/document.ts'
import { refreshSearchStatistics } from './documents/index-store.ts'
import { findPass } from './documents/reindex-store.ts'
import { createKinds } from './query/kinds.ts'
import { createSearch, type SearchDeps, type SearchResult } from './search.ts'
import type { SearchInput } from './search-input.ts'
import type { Propose } from './sponsorship.ts'
import { type Suggested, suggest } from './suggest/suggest.ts'
import { addSynonyms, changeSynonyms, deleteSynonyms } from './synonyms/change-synonyms.ts'
import type { Synonym, SynonymGroup } from './synonyms/synonym.ts'
import { createSynonyms } from './synonyms/synonyms.ts'

export type ProductSearch = {
  /**
   * Finds products on sale by words and filters, in the company's assortment and at its prices. `propose` may add products to show
   * beside the result; the search reads only those that it finds too.
   */
  search(actor: Actor, input: SearchInput, propose?: Propose): Promise<SearchResult>
  /** Suggests completions of a text, up to `limit` of each kind. */
  suggest(actor: Actor, typed: string, limit: number): Promise<Suggested>
  /** The synonyms that operators manage. A change takes effect within seconds. */
  readonly synonyms: {
    /** Throws `catalog.synonyms_invalid`, `_circular` and `_too_many`. */
    add(actor: Actor, group: SynonymGroup): Promise<Synonym>
    /** Absent fields do not change. Throws `catalog.synonyms_not_found`, too. */
    change(
      actor: Actor,
      id: string,
      changes: Parameters<typeof changeSynonyms>[3],
    ): Promise<Synonym>
    delete(actor: Actor, id: string): Promise<void>
  }
  /** Counts how many products have each word. It is always safe, and useful after many changes. */
  refreshStatistics(): Promise<void>
  /** For health: the number of search documents of an older release, and how many of them are updated. */
  reindexing(): Promise<{ readonly total: number; readonly done: number }>
}

export type ProductSearchDeps = SearchDeps & {
  readonly reader: ProductReader
  readonly changes: Changes
}

export function createProductSearch(deps: ProductSearchDeps): ProductSearch {
  const { database, now, terms, reader, changes } = deps
  const { pool } = database
  const synonyms = createSynonyms(database, deps.wake)
  const kindsOf = createKinds(pool, changes)
  return {
    search: createSearch(deps, { changes, reader, synonyms, kindsOf }),
    suggest: async (actor, typed, limit) => {
      const vocabulary = async () => ({
        synonyms: await synonyms.current(),
        kinds: await kindsOf(await changes.moment()),
      })
      const { language } = actor
      return terms.under(pool, await buyingUnitOf(pool, actor), now(), (current) =>
        suggest(pool, current, vocabulary, { typed, limit, language }),
      )
    },
    synonyms: {
      add: (actor, group) => addSynonyms(deps, actor, group),
      change: (actor, id, changes) => changeSynonyms(deps, actor, id, changes),
      delete: (actor, id) => deleteSynonyms(deps, actor, id),
    },
    reindexing: async () => {
      const { total = 0, done = 0 } = (await findPass(pool, analysisVersion)) ?? {}
      return { total, done }
    },
    refreshStatistics: () => database.transaction((tx) => refreshSearchStatistics(tx, now())),
  }
}
