import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, readMigrations, startLocalPostgres } from '#platform/db'
import { areas } from '../../../architecture/modules.mjs'
import { foldersOf } from '../architecture/module-map.ts'
import { type Column, readColumns, rowTypes, tablesFile } from './table-types.ts'

const root = join(import.meta.dirname, '../../..')
const generated = 'rows.generated.ts'

type Place = { readonly folder: string; readonly tables: string; readonly own: string }

/**
 * Migrates a fresh database of the local PostgreSQL and writes the row types of each schema to the `rows.generated.ts` of its module.
 * They are not committed: only the compiler reads them. While no migration has changed, this costs nothing. Returns whether it
 * wrote them.
 */
export async function writeRowTypes(): Promise<boolean> {
  const heading = await headingOf()
  if (await areWritten(heading)) return false
  const columns = await readMigratedColumns()
  for (const [schema, own] of Map.groupBy(columns, (column) => column.schema)) {
    const place = placeOf(schema)
    const path = join(place.folder, generated)
    // A reader gets the old file or the new one, never half of it.
    const temporary = `${path}.${process.pid}`
    await writeFile(temporary, heading + rowTypes(schema, own, place.own))
    await rename(temporary, path)
    const tables = join(place.folder, place.tables)
    if (!existsSync(tables)) await writeFile(tables, tablesFile(schema, place.own))
  }
  return true
}

async function areWritten(heading: string): Promise<boolean> {
  const modules = [...foldersOf(areas).keys()].map(placeOf)
  const withTables = [placeOf('platform'), ...modules].filter(({ folder, tables }) =>
    existsSync(join(folder, tables)),
  )
  const texts = await Promise.all(
    withTables.map(({ folder }) => readFile(join(folder, generated), 'utf8').catch(() => '')),
  )
  return texts.every((text) => text.startsWith(heading))
}

async function readMigratedColumns(): Promise<Column[]> {
  const folder = await mkdtemp(join(tmpdir(), 'purveyor-types-'))
  const log = { info: () => undefined, warn: console.warn }
  const postgres = await startLocalPostgres({ dataDir: folder, log, durable: false })
  const database = openDatabase({ url: postgres.url, poolMax: 1, statementTimeoutMs: 60_000 })
  try {
    await database.migrate(await readMigrations())
    return await readColumns(database.pool)
  } finally {
    await database.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Several folders of the platform share the schema `platform`. They do not import each other's tables. */
function placeOf(schema: string): Place {
  if (schema === 'platform') {
    const folder = join(root, 'server/src/platform/db')
    return { folder, tables: 'platform-tables.ts', own: './conn.ts' }
  }
  const folder = foldersOf(areas).get(schema)
  if (folder === undefined) throw new Error(`The schema ${schema} belongs to no module.`)
  return { folder: join(root, folder), tables: 'tables.ts', own: '#platform/db' }
}

async function headingOf(): Promise<string> {
  const madeFrom = createHash('sha256')
  for (const { name, sql } of await readMigrations()) madeFrom.update(`${name} ${sql}`)
  for (const script of ['row-types', 'table-types']) {
    madeFrom.update(await readFile(join(import.meta.dirname, `${script}.ts`)))
  }
  return `// Written by \`npm run db:types\` from the migrated schema. A change begins in a migration.
// Made from ${madeFrom.digest('hex')}

`
}
