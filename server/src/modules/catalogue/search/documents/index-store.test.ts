import { expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'

const database = await useDatabase()

it('index writes leave no garbage in the trees that searches read', async () => {
  await aProduct(database, { name: 'Azure gadget with "quotes", {braces} and a \\ in it' })

  const { rows } = await sql<{ left: number }>`
    select gin_clean_pending_list(indexrelid) as left from pg_index join pg_class c on c.oid = indexrelid
    where c.relam = (select oid from pg_am where amname = 'gin')
      and indrelid = any('{search.documents,products.identifiers}'::regclass[])
  `.execute(database.pool)

  expect(rows.map((row) => Number(row.left))).toEqual([0, 0, 0, 0, 0, 0, 0])
})

it('positions are counted as the ranking reads them, for any lexeme', async () => {
  const weights = ['A', 'B', 'C', 'D'] as const
  const places = (count: number, first: number) =>
    Array.from({ length: count }, (_unused, at) => `${at + 1}${weights[(first + at * at) % 4]}`)
  const counts = Array.from({ length: 25 }, (_unused, at) => at + 1)
  const lexemes = ["it''s", 'back\\\\slash', 'plain', '12:3']
  const vectors = counts.map((count) =>
    lexemes.map((lexeme, first) => `'${lexeme}':${places(count, first).join(',')}`).join(' '),
  )

  const { rows } = await sql<{ same: boolean; length: number }>`
    select counted.frequencies = search.frequencies(vector::tsvector) as same, counted.length
    from unnest(${['', ...vectors]}::text[]) with ordinality as given(vector, place),
      search.count_lexemes(vector::tsvector) as counted
    order by place
  `.execute(database.pool)

  expect(rows.every(({ same }) => same)).toBe(true)
  expect(rows.map(({ length }) => length)).toEqual([0, ...counts.map((count) => count * 4)])
})
