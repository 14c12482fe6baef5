// Migrates a fresh database of the local PostgreSQL and writes the row types of each schema to the `tables.ts` of its module. With
// `--check` it writes nothing, and fails if a file differs.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { openDatabase, readMigrations, startLocalPostgres } from '#platform/db'
import { areas } from '../../architecture/modules.mjs'
import { foldersOf } from './module-map.ts'
import { type Column, readColumns, tableTypes } from './table-types.ts'

const server = join(import.meta.dirname, '..')
const checkOnly = process.argv.includes('--check')

const columns = await readMigratedColumns()
const differing: string[] = []
for (const [schema, own] of Map.groupBy(columns, (column) => column.schema)) {
  const { path, source } = placeOf(schema)
  const text = tableTypes(schema, own, source)
  if ((await readFile(path, 'utf8').catch(() => '')) === text) continue
  differing.push(relative(join(server, '..'), path))
  if (!checkOnly) await writeFile(path, text)
}

if (differing.length === 0) console.log('The row types match the migrations.')
else if (!checkOnly) console.log(`Written: ${differing.join(', ')}`)
else {
  console.error(
    `These files differ from the migrations: ${differing.join(', ')}. Run \`npm run db:types\`.`,
  )
  process.exitCode = 1
}

async function readMigratedColumns(): Promise<Column[]> {
  const folder = await mkdtemp(join(tmpdir(), 'purveyor-types-'))
  const postgres = await startLocalPostgres({ dataDir: folder, log: console, durable: false })
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
function placeOf(schema: string): { path: string; source: string } {
  if (schema === 'platform') {
    return { path: join(server, 'src/platform/db/platform-tables.ts'), source: './conn.ts' }
  }
  const folder = foldersOf(areas).get(schema)
  if (folder === undefined) throw new Error(`The schema ${schema} belongs to no module.`)
  return { path: join(server, '..', folder, 'tables.ts'), source: '#platform/db' }
}
