import { describe, expect, it } from 'vitest'
import { readMigrations } from '#platform/db'
import { mayUse } from '../../../architecture/modules.mjs'

const used: Readonly<Record<string, readonly string[]>> = mayUse
const modules = Object.keys(used)
const schemas = ['platform', ...modules]

const files = (await readMigrations()).map(({ name, sql }) => {
  const [, schema = '', what] = /^\d{4}_([a-z]+)(?:_(.+))?$/.exec(name) ?? []
  return {
    name,
    schema,
    what,
    sql: sql.replaceAll(/--.*/g, ''),
    outsideTransactions: sql.startsWith('-- no-transaction\n'),
  }
})
/** Files before this number have shipped, and some build an index in a transaction. */
const notShipped = files.filter(({ name }) => name >= '0400')

describe('the migrations', () => {
  it('create each schema in the file of its module', () => {
    const whole = files.filter(({ what }) => what === undefined).map(({ schema }) => schema)
    const created = files.flatMap(({ sql }) => namesIn(sql, /create schema (\w+)/g))
    expect(whole).toEqual(created)
    expect(new Set(created).size).toBe(created.length)
    expect(created.filter((schema) => !schemas.includes(schema))).toEqual([])
  })

  it.each(files)('$name creates and names only what its module may', ({ schema, sql }) => {
    const made = namesIn(
      sql,
      /create (?:table|function|view|sequence|text search (?:configuration|dictionary)) (\w+)\./g,
    )
    expect(made.filter((other) => other !== schema)).toEqual([])
    const named = namesIn(sql, new RegExp(`\\b(${schemas.join('|')})\\.[a-z_]+`, 'g'))
    const allowed = new Set(['platform', schema, ...(used[schema] ?? [])])
    expect(named.filter((other) => !allowed.has(other))).toEqual([])
  })

  it('build each index of an earlier table concurrently, in a file of its own', () => {
    const blocking = notShipped.filter(({ sql, outsideTransactions }) => {
      const created = namesIn(sql, /create table ([\w.]+)/g)
      const indexed = namesIn(sql, /create (?:unique )?index [\w\s]*?\bon ([\w.]+)/g)
      const statements = sql.split(';').filter((statement) => statement.trim() !== '')
      const apart =
        outsideTransactions &&
        statements.length === 1 &&
        /^\s*create (?:unique )?index concurrently if not exists /.test(sql)
      return indexed.some((table) => !created.includes(table)) && !apart
    })
    expect(blocking.map(({ name }) => name)).toEqual([])
  })
})

function namesIn(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, name = '']) => name)
}
