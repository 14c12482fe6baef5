import { Decimal } from 'decimal.js'
import { expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { sql } from '#platform/db'
import { refreshSearchStatistics } from './documents/index-store.ts'
import { lengthMarkOf, lengthMarksSql } from './documents/length-marks.ts'
import { analyzeQuery } from './query/analysis.ts'
import { kindsOf } from './query/kinds.ts'
import { listKinds } from './query/kinds-store.ts'
import { parseQuery } from './query/query-text.ts'
import { candidatesMax } from './ranking/candidate-sql.ts'
import { rankProducts } from './ranking/rank-store.ts'
import { steps } from './ranking/shortest-sql.ts'
import { filtersOf } from './search-input.ts'

const database = await useDatabase()

/** More than are read one and all; 225 of each of 60 lengths, and of each length every tenth is cheap. */
const count = 13_500
/** From 1 to 52, and some longer ones. */
const lengthAt = sql`case when at % 60 < 52 then at % 60 + 1
  else (array[53, 70, 90, 91, 130, 170, 171, 400])[at % 60 - 51] end`

await sql`
    insert into search.documents (product_id, supplier_company_id, brand, category_ids, ship_to, traits, price, currency,
      released_on, name_key, length, tsv, frequencies)
    select 'prd_' || lpad(at::text, 6, '0'), 'co_1', 'Boltworks', '{}', '{}', '{}', case (at / 60) % 10 when 0 then 5 else 50 end,
      'EUR', '2026-01-01', 'washer', length, 'washer:1A'::tsvector ||
        -- Some are of an older release, which did not mark the long ones.
        array_to_tsvector(case at % 7 when 0 then '{}' else ${lengthMarksSql(sql`length`)} end), 'washer:1B'
    from generate_series(0, ${sql.lit(count - 1)}) as at cross join lateral (select ${lengthAt} as length) as l
  `.execute(database.pool)
// What is called so is described at length; a few words are enough for its bits.
await sql`
    insert into products.categories (id, name, path_ids, path_names, nouns)
    values ('cat_drills', 'Hammer drills', '{cat_drills}', '{Hammer drills}', '{hammer drill}')
  `.execute(database.pool)
await sql`
    insert into search.documents (product_id, supplier_company_id, brand, category_ids, ship_to, traits, price, currency,
      released_on, name_key, length, tsv, frequencies)
    select 'prd_drill_' || lpad(at::text, 6, '0'), 'co_1', 'Boltworks', case when at < 5 then '{cat_drills}'::text[] else '{}' end,
      '{}', '{}', 5, 'EUR', '2026-01-01', 'drill', length, 'drill:1A'::tsvector ||
        case when at < 5 then array_to_tsvector('{=cat_drills}') else '' end || array_to_tsvector(${lengthMarksSql(sql`length`)}), 'drill:1A'
    from generate_series(0, ${sql.lit(candidatesMax + 500)}) as at
    cross join lateral (select case when at < 5 then 300 else 10 end as length) as l
  `.execute(database.pool)
await sql`insert into search.languages (language) values ('en')`.execute(database.pool)
await database.transaction((tx) => refreshSearchStatistics(tx, new Date()))

it('a very common word ranks the shortest documents, and the answer says that there are more', async () => {
  const { hits, total, totalIsLowerBound } = await rank({})

  expect(hits.map(({ id }) => id)).toEqual(await shortest(`tsv @@ 'washer'`, candidatesMax + 1))
  expect({ total, totalIsLowerBound }).toEqual({
    total: candidatesMax + 1,
    totalIsLowerBound: true,
  })
})

it.each([{}, { maxPrice: '10' }])(
  'a common word ranks the kind of goods with that name first, at any length: %j',
  async (bounds) => {
    const { hits, total, counts } = await rank(bounds, 'drill')

    expect(hits.slice(0, 5).map(({ id }) => id.slice(-6))).toEqual([
      '000000',
      '000001',
      '000002',
      '000003',
      '000004',
    ])
    expect(new Set(hits.map(({ id }) => id)).size).toBe(candidatesMax + 1)
    expect(total).toBe(candidatesMax + 1)
    expect(counts.find(({ facet }) => facet === 'category')).toMatchObject({ count: 5 })
  },
)

it('a common word finds every product within a filter, at any length', async () => {
  const { hits, counts, total, totalIsLowerBound } = await rank({ maxPrice: '10' })

  const cheap = await shortest(`price = 5 and tsv @@ 'washer'`, count)
  expect(cheap.length).toBeGreaterThan(1_000)
  expect(hits.map(({ id }) => id)).toEqual(cheap)
  expect({ total, totalIsLowerBound }).toEqual({ total: cheap.length, totalIsLowerBound: false })
  // Prices are counted without the bound: among the shortest of all.
  const prices = counts.filter(({ facet }) => facet === 'price')
  expect(prices.reduce((sum, one) => sum + one.count, 0)).toBe(candidatesMax + 1)
})

it('a document has the same length rank for every reader', async () => {
  const { rows } = await sql<{ length: number; marks: string[] }>`
    select length, (${lengthMarksSql(sql`length`)})::text[] as marks from generate_series(1, 500) as length
  `.execute(database.pool)

  expect(rows.map(({ marks }) => marks)).toEqual(
    rows.map(({ length }) => [lengthMarkOf(length)].filter((mark) => mark !== undefined)),
  )
  expect(new Set(rows.flatMap(({ marks }) => marks)).size).toBe(5)
})

it('common words have one index per step', async () => {
  const { rows } = await sql<{ condition: string }>`
    select pg_get_expr(indpred, indrelid) as condition from pg_index
    where indrelid = 'search.documents'::regclass and indpred is not null order by indexrelid
  `.execute(database.pool)
  const numbers = rows.map(({ condition }) => condition.match(/\d+/g)?.map(Number))
  expect(numbers).toEqual(steps.map((until, at) => [...steps.slice(0, at).slice(-1), until]))
})

async function rank(bounds: { maxPrice?: string }, q = 'washer') {
  const scale = { currency: 'EUR', from: ['EUR'], rates: [new Decimal(1)], missing: [], agreed: [] }
  const synonyms = {
    revision: 0,
    alternativesIn: () => [],
    isNamed: () => false,
    named: [],
    termsFrom: () => [],
  }
  const kinds = kindsOf(await listKinds(database.pool))
  const analysis = await analyzeQuery(database.pool, [], parseQuery(q), { synonyms, kinds })
  return rankProducts(database.pool, {
    analysis,
    filters: filtersOf({ limit: 20, ...bounds }),
    scale: { ...scale, table: undefined },
    priceBounds: ['1', '10', '100'],
    sort: 'relevance',
    after: undefined,
    limit: 100_000,
    counting: true,
  })
}

async function shortest(condition: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select product_id as id from search.documents where ${sql.raw(condition)}
    order by length, product_id limit ${limit}
  `.execute(database.pool)
  return rows.map(({ id }) => id)
}
