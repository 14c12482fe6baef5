import { type Actor, may } from '#kernel/actor'
import type { Company } from '#modules/identity'
import { type Suppliers, scopeOf, supplierFor } from '#modules/products'
import type { Conn, Database } from '#platform/db'
import type { JobHandler } from '#platform/jobs'
import { type Loop, runLoop, type Sweeping, type WorkLog } from '#platform/leases'
import type { Metrics } from '#platform/telemetry'
import type { Wake } from '#platform/wake'
import { cancelImport } from './cancel-import.ts'
import { exportProducts } from './exporting/export-products.ts'
import { fail } from './failures.ts'
import type { CatalogImport, ImportFormat } from './import.ts'
import { findImport, importsQueue, markGivenUp } from './import-store.ts'
import { importJobs } from './jobs.ts'
import { createImportMetrics, type ImportMetrics } from './metrics.ts'
import { type FileToPreview, type Preview, previewImport } from './preview-import.ts'
import { type ImportsReading, readImports } from './reading-store.ts'
import { listProblems, type NumberedProblem } from './receiving/file-store.ts'
import {
  importsTopic,
  type ReceiveDeps,
  receiveImport,
  type Upload,
} from './receiving/receive-import.ts'
import type { CatalogSettings } from './settings.ts'
import { type WorkDeps, workOnImport } from './work.ts'

export type CatalogImportsDeps = {
  readonly database: Database
  readonly now: () => Date
  readonly metrics: Metrics
  readonly wake: Wake
  readonly settings: CatalogSettings
  readonly findCompany: (conn: Conn, companyId: string) => Promise<Company | undefined>
}

export type CatalogImports = {
  /** Stores the file and queues its import. */
  receive(
    actor: Actor,
    supplierId: string | undefined,
    upload: Omit<Upload, 'supplier'>,
  ): Promise<CatalogImport>
  /** Shows what an import of the beginning of the file would do. Writes nothing. */
  preview(actor: Actor, supplierId: string | undefined, file: FileToPreview): Promise<Preview>
  /** Yields the products on sale as the text of a file, page by page. */
  exported(
    actor: Actor,
    supplierId: string | undefined,
    format: ImportFormat,
  ): Promise<AsyncGenerator<string>>
  get(actor: Actor, importId: string): Promise<CatalogImport>
  /** In the order of the file. Throws for an unknown import. */
  problems(
    actor: Actor,
    importId: string,
    page: { readonly after: number; readonly limit: number },
  ): Promise<NumberedProblem[]>
  cancel(actor: Actor, importId: string): Promise<CatalogImport>
  /** How many imports wait and run, and how many failed recently. For the health surfaces. */
  reading(): Promise<ImportsReading>
  /** Runs the worker once, for tests. Returns the number of imports that it took. */
  work(log: WorkLog): Promise<number>
  startWorkers(log: WorkLog): readonly Loop[]
  readonly sweepings: readonly Sweeping[]
  readonly jobs: JobHandler[]
}

export function createCatalogImports(deps: CatalogImportsDeps): CatalogImports {
  const { database, now, wake, settings } = deps
  const metrics = createImportMetrics(deps.metrics)
  const suppliers = suppliersOf(deps)
  const receiving = receivingOf(deps, metrics)
  const working = workingOf(deps, metrics, suppliers)
  const get = async (actor: Actor, importId: string) => {
    const found = await findImport(database.pool, await scopeOf(suppliers, actor), importId)
    if (!found) throw fail('import_not_found', { importId })
    return found
  }
  return {
    receive: async (actor, supplierId, upload) => {
      const supplier = await supplierFor(suppliers, actor, supplierId)
      return receiveImport(receiving, actor, { ...upload, supplier })
    },
    preview: async (actor, supplierId, file) => {
      await supplierFor(suppliers, actor, supplierId)
      return previewImport(file, settings.CATALOG_IMPORT_MAX_BYTES, now())
    },
    exported: async (actor, supplierId, format) => {
      const isOfAll = may(actor, 'act_for_every_company') && supplierId === undefined
      const supplier = isOfAll ? undefined : await supplierFor(suppliers, actor, supplierId)
      return exportProducts(database.pool, supplier?.id, format, now())
    },
    get,
    problems: async (actor, importId, page) => {
      const { companyId, id } = await get(actor, importId)
      return listProblems(database.pool, companyId, id, page)
    },
    cancel: async (actor, importId) =>
      cancelImport(deps, actor, await scopeOf(suppliers, actor), importId),
    reading: () => readImports(database.pool, now()),
    work: (log) => workOnImport(working, log, new AbortController().signal),
    startWorkers: (log) => [
      runLoop({
        name: 'catalog.imports',
        wake,
        topics: [importsTopic],
        work: (signal) => workOnImport(working, log, signal),
        log,
      }),
    ],
    sweepings: [sweepingOf(metrics)],
    jobs: importJobs({ database, now, keepDays: settings.CATALOG_IMPORT_KEEP_DAYS }),
  }
}

function receivingOf(deps: CatalogImportsDeps, metrics: ImportMetrics): ReceiveDeps {
  const { database, now, wake, settings } = deps
  return {
    database,
    now,
    metrics,
    wake,
    bytesMax: settings.CATALOG_IMPORT_MAX_BYTES,
    storedBytesMax: settings.CATALOG_IMPORTS_STORED_MAX_BYTES,
    share: {
      uploadsMax: settings.CATALOG_IMPORT_SUPPLIER_UPLOADS_MAX,
      storedBytesMax: settings.CATALOG_IMPORT_SUPPLIER_STORED_MAX_BYTES,
    },
  }
}

function workingOf(
  { database, now, settings }: CatalogImportsDeps,
  metrics: ImportMetrics,
  suppliers: Suppliers,
): WorkDeps {
  return {
    database,
    now,
    metrics,
    unpackedMax: settings.CATALOG_IMPORT_UNPACKED_MAX_BYTES,
    failedPercent: settings.CATALOG_IMPORT_FAILED_PERCENT,
    supplierOf: suppliers.companyOf,
  }
}

function sweepingOf(metrics: ImportMetrics): Sweeping {
  return {
    queue: importsQueue,
    onSwept: async (tx, { exhausted }, at) => {
      for (const { company_id, id } of exhausted) {
        await markGivenUp(tx, String(company_id), String(id), at)
        metrics.ended('FAILED')
      }
    },
  }
}

export function suppliersOf({
  database,
  findCompany,
}: Pick<CatalogImportsDeps, 'database' | 'findCompany'>): Suppliers {
  const find = (companyId: string) => findCompany(database.pool, companyId)
  return {
    findCompany: find,
    companyOf: async (companyId) => {
      const company = await find(companyId)
      if (!company) throw new Error(`company ${companyId} is named but not stored`)
      return company
    },
  }
}
