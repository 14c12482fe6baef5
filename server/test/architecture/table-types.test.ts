import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { readColumns, rowTypes, singular, tablesFile } from '../../scripts/generated/table-types.ts'

const migrations = [
  {
    name: '0001_shop',
    sql: `
      create schema shop;
      create table shop.companies (
        id bigint generated always as identity primary key,
        name text not null,
        price numeric(20,6),
        founded_on date not null,
        seen_at timestamptz,
        picture bytea not null,
        details jsonb,
        tags text[] not null,
        open boolean not null default true
      );
      create table shop.dropped (id text primary key, gone text);
      alter table shop.dropped drop column gone;
    `,
  },
]

const database = await useDatabase({ migrations })

describe('the row types of a schema', () => {
  it('have the type that each column is read as, and mark what an insert may omit', async () => {
    expect(rowTypes('shop', await readColumns(database.pool), '#platform/db')).toBe(
      `import type { WithDefaults, WithGenerated } from '#platform/db'

export type CompanyRow = {
  id: number
  name: string
  price: string | null
  founded_on: string
  seen_at: Date | null
  picture: Uint8Array
  details: unknown
  tags: string[]
  open: boolean
}

export type DroppedRow = {
  id: string
}

export type ShopTables = {
  'shop.companies': WithGenerated<WithDefaults<CompanyRow, 'open'>, 'id'>
  'shop.dropped': DroppedRow
}
`,
    )
  })

  it('are read by the stores of the module through a file that stays the same', () => {
    expect(tablesFile('shop', '#platform/db')).toBe(`import type { Conn } from '#platform/db'
import type { ShopTables } from './rows.generated.ts'

export type * from './rows.generated.ts'

export const tables = (conn: Conn) => conn.withTables<ShopTables>()
`)
  })

  it('are refused for an unknown type', async () => {
    const columns = await readColumns(database.pool)
    const odd = columns.map((column) => ({ ...column, type: 'point' }))
    expect(() => rowTypes('shop', odd, '#platform/db')).toThrow('shop.companies.id is point')
  })

  it('are named in the singular', () => {
    const names = [
      'lines',
      'deliveries',
      'addresses',
      'leases',
      'statuses',
      'caches',
      'searches',
      'health',
    ]
    expect(names.map(singular)).toEqual([
      'line',
      'delivery',
      'address',
      'lease',
      'status',
      'cache',
      'search',
      'health',
    ])
  })
})
