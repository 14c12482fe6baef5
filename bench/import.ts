import { Readable } from 'node:stream'
import type { Actor } from '../server/src/kernel/actor.ts'
import { newId } from '../server/src/kernel/id.ts'
import {
  catalogSettings,
  createCatalogImports,
} from '../server/src/modules/catalogue/imports/index.ts'
import {
  findCompany,
  platformCompanyId,
  registerCompany,
} from '../server/src/modules/people/identity/index.ts'
import { createMemoryCache } from '../server/src/platform/cache/index.ts'
import { readSettings } from '../server/src/platform/config/index.ts'
import { sql } from '../server/src/platform/db/index.ts'
import { createMetrics } from '../server/src/platform/telemetry/index.ts'
import { createWake } from '../server/src/platform/wake/index.ts'
import { readPostgresCpu, spentSince } from './lib/measuring/postgres-cpu.ts'
import { useLog } from './lib/measuring/used-log.ts'
import { watchMemory } from './lib/measuring/watch-memory.ts'
import { productLines } from './lib/product-lines.ts'
import { openStage, type Stage } from './lib/stages/events-stage.ts'

export type ImportReadings = {
  readonly products: number
  readonly megabytes: number
  readonly uploadMbPerSecond: number
  /** Into an empty catalogue, including search and events. */
  readonly first: Run
  /** The same file again: nothing changes. */
  readonly again: Run
  /** The same products at other prices. */
  readonly repriced: Run
  /** The floor: the same lines as rows of a table without an index, 1,000 per statement. */
  readonly floorPerSecond: number
  /** The memory of this process above its level before the import. */
  readonly memoryMbAboveIdle: number
}

export type Run = {
  readonly perSecond: number
  /** Processor time per product, of all threads and all database processes. */
  readonly nodeMs: number
  readonly postgresMs: number | undefined
}

/** The number of products for each second of the run: 5 seconds make a file of 14 MB. */
const productsEach = 2_000
/** The average size of a line, for a file of a requested size. */
const bytesEach = 1_400
/** WAL per product, written by the floor, a first import and two more. */
const logBytesEach = 20_000
const silent = { info: () => undefined, warn: () => undefined, error: console.error }

export async function importing(seconds: number, bytes = 0): Promise<ImportReadings> {
  const products = bytes > 0 ? Math.ceil(bytes / bytesEach) : seconds * productsEach
  const stage = await openStage(20)
  const memory = watchMemory()
  try {
    await useLog(stage.database, products * logBytesEach)
    const carryOut = await aSupplier(stage)
    const floorSeconds = await floor(stage, Math.min(products, 50_000))
    memory.begin()
    const first = await carryOut(products, 0)
    const again = await carryOut(products, 0)
    const repriced = await carryOut(products, 1)
    return {
      products,
      megabytes: Math.round(first.bytes / 1_000_000),
      uploadMbPerSecond: Math.round(first.bytes / 1_000_000 / first.uploadSeconds),
      first: first.run,
      again: again.run,
      repriced: repriced.run,
      floorPerSecond: Math.round(Math.min(products, 50_000) / floorSeconds),
      memoryMbAboveIdle: memory.above(),
    }
  } finally {
    memory.end()
    await stage.close()
  }
}

async function aSupplier({ database }: Stage) {
  const now = () => new Date()
  const supplierId = newId('co', now())
  const place = { currency: 'EUR', country: 'DE', supplier: true, platform: false }
  await database.transaction((tx) =>
    registerCompany(tx, { id: supplierId, name: 'Bench GmbH', ...place }, now()),
  )
  const imports = createCatalogImports({
    database,
    now,
    metrics: createMetrics(),
    wake: createWake(createMemoryCache(now)),
    settings: readSettings([catalogSettings as never], {}).of(catalogSettings),
    findCompany,
  })
  return async (products: number, round: number) => {
    const began = performance.now()
    const { id, bytesReceived: bytes } = await imports.receive(operator, supplierId, {
      options: { replace: false, discontinueMaxPercent: 50, language: 'de', format: 'jsonl' },
      mediaType: 'application/jsonl',
      contentLength: undefined,
      body: Readable.from(buffersOf(products, round), { objectMode: false }),
      claim: undefined,
    })
    const received = performance.now()
    const before = { node: process.cpuUsage(), postgres: await readPostgresCpu(database) }
    await imports.work(silent)
    const ended = performance.now()
    const { user, system } = process.cpuUsage(before.node)
    const spent = spentSince(before.postgres, await readPostgresCpu(database))
    const { state, counts } = await imports.get(operator, id)
    if (state !== 'COMPLETED') console.error(`${state}: ${JSON.stringify(counts)}`)
    return {
      bytes,
      uploadSeconds: (received - began) / 1_000,
      run: {
        perSecond: Math.round((products / (ended - received)) * 1_000),
        nodeMs: round3((user + system) / 1_000 / products),
        postgresMs: spent === undefined ? undefined : round3(spent / products),
      },
    }
  }
}

const operator: Actor = {
  kind: 'system',
  id: 'bench',
  companyId: platformCompanyId,
  roles: new Set(['operator']),
  scopes: new Set(),
}

const round3 = (value: number) => Math.round(value * 1_000) / 1_000

async function* buffersOf(products: number, round: number): AsyncGenerator<Buffer> {
  let lines: string[] = []
  for await (const line of productLines(products, round)) {
    if (lines.push(line) < 100) continue
    yield Buffer.from(lines.join(''))
    lines = []
  }
  yield Buffer.from(lines.join(''))
}

async function floor({ database }: Stage, products: number): Promise<number> {
  await sql`create table public.bench_products (product jsonb not null)`.execute(database.pool)
  let spent = 0
  const write = async (lines: readonly string[]) => {
    const began = performance.now()
    await sql`
      insert into public.bench_products select * from jsonb_array_elements(${`[${lines.join(',')}]`}::jsonb)
    `.execute(database.pool)
    spent += performance.now() - began
  }
  let lines: string[] = []
  for await (const line of productLines(products, 0)) {
    if (lines.push(line) < 1_000) continue
    await write(lines)
    lines = []
  }
  if (lines.length > 0) await write(lines)
  return spent / 1_000
}
