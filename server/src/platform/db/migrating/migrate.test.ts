import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#harness'
import { type Migration, OtherMigrations, readMigrations, sql } from '../index.ts'

const first: Migration = {
  name: '0001_notes',
  sql: 'create schema notes; create table notes.notes (id text primary key);',
}
const second: Migration = {
  name: '0002_notes_add_text',
  sql: "alter table notes.notes add column text text; insert into notes.notes values ('a', 'x');",
}

let database: FreshDatabase

beforeEach(async () => {
  database = await freshDatabase({ migrations: [] })
})
afterEach(() => database.close())

describe('migrate', () => {
  it('applies each file once, in order, and returns their names', async () => {
    expect(await database.migrate([first])).toEqual(['0001_notes'])
    expect(await database.migrate([first, second])).toEqual(['0002_notes_add_text'])
    expect(await database.migrate([first, second])).toEqual([])
    expect(await countNotes()).toBe(1)
  })

  it('can run in several processes at once: each file is applied by one of them', async () => {
    const slow = { ...first, sql: `${first.sql} select pg_sleep(0.2);` }
    const runs = await Promise.all(
      Array.from({ length: 6 }, () => database.migrate([slow, second])),
    )
    expect(runs.flat().sort()).toEqual(['0001_notes', '0002_notes_add_text'])
    expect(await countNotes()).toBe(1)
  })

  it('leaves nothing of a failed file, and names it', async () => {
    const broken = {
      name: '0002_broken',
      sql: "insert into notes.notes values ('b'); select 1 / 0;",
    }
    await expect(database.migrate([first, broken, second])).rejects.toThrow(
      'Migration 0002_broken failed: division by zero',
    )
    expect(await countNotes()).toBe(0)
    expect(await database.migrate([first, second])).toEqual(['0002_notes_add_text'])
  })

  it('lets the waiting process try when the first one failed', async () => {
    const fragile = {
      name: '0001_fragile',
      sql: "select pg_sleep(0.1); create schema notes; do $$ begin if current_setting('app.broken', true) = 'on' then raise 'broken'; end if; end $$;",
    }
    const runs = await Promise.allSettled([
      database.migrate([{ ...fragile, sql: `set local app.broken = 'on'; ${fragile.sql}` }]),
      database.migrate([fragile]),
    ])
    expect(runs.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('stops at a file that was edited after it was applied, before it does anything else', async () => {
    await database.migrate([first])
    const edited = { ...first, sql: `${first.sql} -- a word more` }
    await expect(database.migrate([second, edited])).rejects.toThrow(
      'with other migrations: 0001_notes had another content.\n',
    )
    expect(await database.migrate([first, second])).toEqual(['0002_notes_add_text'])
  })

  it('refuses the data of an older set of files, says how to start again, and changes nothing', async () => {
    const older = [
      {
        name: '0001_platform',
        sql: 'create schema platform; create table platform.jobs (id text);',
      },
      ...['0010_incidents', '9020_identity', '9040_catalog', '9041_fx'].map((name) => ({
        name,
        sql: `create schema ${name.slice(5)};`,
      })),
    ]
    await database.migrate(older)
    const refused = database.migrate(await readMigrations())
    await expect(refused).rejects.toBeInstanceOf(OtherMigrations)
    await expect(refused).rejects.toThrow(
      [
        'Another version of Purveyor made this database, with other migrations: 0001_platform had another content, ' +
          'and this version has no 0010_incidents.',
        'This version cannot use the data, and has changed nothing.',
        'To begin again with the embedded database, remove the data folder, or set PURVEYOR_DATA_DIR to another folder.',
        'To begin again with a database of your own, name a new, empty database in DOCUMENT_DB_URL.',
        'If you changed a migration yourself, restore it, and write a new one.',
      ].join('\n'),
    )
    const { rows } = await sql`
      select table_schema || '.' || table_name as name from information_schema.tables
      where table_schema in ('platform', 'identity', 'products')
    `.execute(database.pool)
    expect(rows).toEqual([{ name: 'platform.jobs' }])
    expect(await database.migrate(older)).toEqual([])
  })

  it('refuses data with unknown files even when all known ones are unchanged', async () => {
    const between = { name: '0001_notes_more', sql: 'select 1;' }
    await database.migrate([first, between])
    await expect(database.migrate([first, second])).rejects.toThrow(
      'with other migrations: this version has no 0001_notes_more.\n',
    )
  })

  it('accepts other line ends', async () => {
    const lines = { name: '0001_lines', sql: 'select 1;\nselect 2;\n' }
    await database.migrate([lines])
    expect(await database.migrate([{ ...lines, sql: 'select 1;\r\nselect 2;\r\n' }])).toEqual([])
  })

  it('runs a statement outside transactions once, with many processes', async () => {
    const index = {
      name: '0002_notes_index',
      sql: '-- no-transaction\ncreate index concurrently notes_by_id on notes.notes (id);',
    }
    await database.migrate([first])
    const runs = await Promise.all([1, 2, 3].map(() => database.migrate([first, index])))
    expect(runs.flat()).toEqual(['0002_notes_index'])
    const { rows } = await sql<{ valid: boolean }>`
      select indisvalid as valid from pg_index where indexrelid = 'notes.notes_by_id'::regclass
    `.execute(database.pool)
    expect(rows).toEqual([{ valid: true }])
  })

  it('has no query time limit', async () => {
    const hasty = await freshDatabase({ migrations: [], statementTimeoutMs: 50 })
    try {
      const slow = { name: '0001_slow', sql: 'select pg_sleep(0.2);' }
      expect(await hasty.migrate([slow])).toEqual(['0001_slow'])
    } finally {
      await hasty.close()
    }
  })

  it('leaves alone what a newer release applied', async () => {
    await database.migrate([first, second])
    expect(await database.migrate([first])).toEqual([])
  })
})

async function countNotes(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from notes.notes`.execute(
    database.pool,
  )
  return rows[0]?.count ?? -1
}
