import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { Principal } from '#kernel/actor'
import {
  type CatalogImports,
  catalogImportsRoutes,
  catalogSettings,
  createCatalogImports,
  importErrorList,
  importList,
  suppliersOf,
} from '#modules/imports'
import { createMemoryCache } from '#platform/cache'
import { readSettings } from '#platform/config'
import type { Database } from '#platform/db'
import { buildHttp } from '#platform/http'
import { listRoutes } from '#platform/lists'
import { createLog, createMetrics, type Metrics } from '#platform/telemetry'
import { createWake } from '#platform/wake'
import type { Envelope } from '../journeys/client.ts'
import { closeAtEnd } from './close-at-end.ts'
import { aCompany, aPerson } from './identity.ts'
import { anIdentity, aSealOfTests } from './identity-service.ts'

export type ImportService = {
  readonly imports: CatalogImports
  readonly metrics: Metrics
  readonly supplierId: Principal['companyId']
  readonly baseUrl: string
  /** Sends a request as one of the people. */
  send(who: Who, method: string, path: string, options?: SendOptions): Promise<Sent>
  /** Uploads a file as the supplier's administrator, and carries its import out. */
  carryOut(file: string | Buffer, options?: SendOptions & { query?: string }): Promise<Sent>
  close(): Promise<void>
}

export type Who = 'admin' | 'buyer' | 'operator' | 'outsider'

type SendOptions = {
  readonly body?: string | Buffer | ReadableStream
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type Sent = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: Envelope
}

/** Imports that the end of the test file closes. */
export async function useImportService(
  ...of: Parameters<typeof anImportService>
): Promise<ImportService> {
  return closeAtEnd(await anImportService(...of))
}

/** The imports of a supplier over real HTTP. Its worker turns when the test says so. */
export async function anImportService(
  database: Database,
  options: {
    readonly settings?: Readonly<Record<string, string>>
    readonly now?: () => Date
  } = {},
): Promise<ImportService> {
  const now = options.now ?? (() => new Date())
  const supplierId = await aCompany(database, { supplier: true })
  const elsewhere = await aCompany(database)
  const people: Record<Who, Principal> = {
    admin: (await aPerson(database, { companyId: supplierId, role: 'company_admin' })).actor,
    buyer: (await aPerson(database, { companyId: supplierId })).actor,
    operator: (await aPerson(database, { companyId: supplierId, role: 'operator' })).actor,
    outsider: (await aPerson(database, { companyId: elsewhere, role: 'company_admin' })).actor,
  }
  const metrics = createMetrics()
  const log = createLog({ level: process.env.TEST_LOG ? 'warn' : 'silent' })
  const { findCompany } = anIdentity({ database, now })
  const imports = createCatalogImports({
    database,
    now,
    metrics,
    wake: createWake(createMemoryCache(now)),
    settings: readSettings([catalogSettings as never], options.settings ?? {}).of(catalogSettings),
    findCompany,
  })
  const http = buildHttp({
    log,
    metrics,
    now,
    version: 'test',
    authenticate: async ({ 'x-api-key': key }) => people[key as Who],
    cursorKey: randomBytes(32),
    database,
    seal: aSealOfTests,
    validateAnswers: true,
  })
  await http.register(catalogImportsRoutes(imports) as never)
  const lists = listRoutes(
    database,
    importList(suppliersOf({ database, findCompany })),
    importErrorList(imports),
  )
  await http.register(lists as never)
  await http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = http.server.address() as AddressInfo
  const baseUrl = `http://127.0.0.1:${port}`

  const send: ImportService['send'] = async (who, method, path, { body, type, headers } = {}) => {
    const response = await fetch(`${baseUrl}/api/v1/catalog${path}`, {
      method,
      headers: { 'x-api-key': who, ...(type ? { 'content-type': type } : {}), ...headers },
      ...(body === undefined ? {} : { body: body as string, duplex: 'half' }),
    } as RequestInit)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json;')
    const envelope = (isJson ? JSON.parse(text) : {}) as Envelope
    return { status: response.status, headers: response.headers, text, body: envelope }
  }
  return {
    imports,
    metrics,
    supplierId,
    baseUrl,
    send,
    carryOut: async (file, { query = '', type = 'application/jsonl', ...rest } = {}) => {
      const received = await send('admin', 'POST', `/imports${query}`, {
        body: file,
        type,
        ...rest,
      })
      if (received.status !== 202) return received
      await imports.work(log)
      return send('admin', 'GET', `/imports/${received.body.data.id}`)
    },
    close: () => http.close(),
  }
}
