import { recordStatements, type Sent } from '../../server/scripts/sql/record-statements.ts'
import type { Actor } from '../../server/src/kernel/actor.ts'
import { openDatabase } from '../../server/src/platform/db/index.ts'
import { aCatalog } from '../../server/test/factories/catalog.ts'
import type { MixedQuery } from './search-queries.ts'

const buyer: Actor = {
  kind: 'api_key',
  id: 'key_bench',
  companyId: 'co_00000000000000000000000001',
  roles: new Set(),
  scopes: new Set(),
}

export type Recorded = Pick<Sent, 'text' | 'values'>

/** The statements that the service sends to PostgreSQL for each query that is not cached, in order. */
export async function statementsOf(
  url: string,
  queries: readonly MixedQuery[],
): Promise<Recorded[][]> {
  const database = openDatabase({ url, poolMax: 1, statementTimeoutMs: 60_000 })
  try {
    const catalog = aCatalog({
      database,
      // The sample has prices in one currency, and the queries use that currency.
      fx: { ratesInto: () => Promise.reject(new Error('no rate is needed here')) },
      now: () => new Date(),
      currencyOf: async () => 'EUR',
    })
    const all: Recorded[][] = []
    for (const { path } of queries) {
      const { searchParams } = new URL(path, 'http://bench')
      const bounds = {
        minPrice: searchParams.get('minPrice'),
        maxPrice: searchParams.get('maxPrice'),
      }
      const input = {
        q: searchParams.get('q') ?? '',
        limit: 20,
        ...(bounds.minPrice && { minPrice: bounds.minPrice }),
        ...(bounds.maxPrice && { maxPrice: bounds.maxPrice }),
      }
      all.push(await recordStatements(() => catalog.search(buyer, input)))
    }
    return all
  } finally {
    await database.close()
  }
}
