import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Actor } from '#kernel/actor'
import { findCompany, platformCompanyId } from '#modules/identity'
import {
  type CatalogImport,
  type CatalogImports,
  catalogSettings,
  createCatalogImports,
  type ImportOptions,
} from '#modules/imports'
import { createMemoryCache } from '#platform/cache'
import { readSettings } from '#platform/config'
import { openDatabase, readMigrations } from '#platform/db'
import { sweepOnce } from '#platform/leases'
import { createMetrics } from '#platform/telemetry'
import { createWake } from '#platform/wake'
import { settingsSlices } from '../app/modules.ts'
import { databaseOf } from './database-of.ts'

type Environment = Readonly<Record<string, string | undefined>>

export type FileToImport = {
  readonly path: string
  readonly supplierId: string
  readonly options: ImportOptions
  /** Called every few seconds. */
  readonly onProgress: (one: CatalogImport) => void
}

/**
 * Imports a file directly into the database, as an operator would over HTTP. The file is stored, then imported here unless a
 * worker of the running service takes it first. Returns the import once it has ended.
 */
export async function importCatalogFile(
  environment: Environment,
  file: FileToImport,
): Promise<CatalogImport> {
  const now = () => new Date()
  const { url, stop } = await databaseOf(environment)
  const database = openDatabase({ url, poolMax: 10, statementTimeoutMs: 60_000 })
  try {
    await database.migrate(await readMigrations())
    const imports = createCatalogImports({
      database,
      now,
      metrics: createMetrics(),
      wake: createWake(createMemoryCache(now)),
      settings: readSettings(settingsSlices, environment).of(catalogSettings),
      findCompany,
    })
    const { size } = await stat(file.path)
    const { id } = await imports.receive(operator, file.supplierId, {
      options: file.options,
      mediaType: mediaTypes[extname(file.path).toLowerCase()] ?? 'application/octet-stream',
      contentLength: size,
      body: createReadStream(file.path),
      claim: undefined,
    })
    return await untilEnded(imports, id, file.onProgress, () =>
      Promise.all(imports.sweepings.map((sweeping) => sweepOnce(database, sweeping, now(), quiet))),
    )
  } finally {
    await database.close()
    await stop()
  }
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.jsonl': 'application/jsonl',
  '.ndjson': 'application/x-ndjson',
  '.xml': 'application/xml',
}

/** A caller that can reach the database with its password may do what operators may do. */
const operator: Actor = {
  kind: 'system',
  id: 'catalog:import',
  companyId: platformCompanyId,
  roles: new Set(['operator']),
  scopes: new Set(),
}

const quiet = { info: () => undefined, warn: () => undefined, error: console.error }
const everyMs = 2_000

async function untilEnded(
  imports: CatalogImports,
  id: string,
  onProgress: FileToImport['onProgress'],
  sweep: () => Promise<unknown>,
): Promise<CatalogImport> {
  const timer = setInterval(() => {
    imports.get(operator, id).then(onProgress, () => undefined)
  }, everyMs)
  try {
    for (;;) {
      await imports.work(quiet)
      const one = await imports.get(operator, id)
      if (one.endedAt) return one
      await new Promise((resolve) => setTimeout(resolve, everyMs))
      await sweep()
    }
  } finally {
    clearInterval(timer)
  }
}
