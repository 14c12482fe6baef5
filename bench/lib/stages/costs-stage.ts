import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startLocalPostgres } from '../../../server/src/platform/db/index.ts'
import { startRedisServer } from '../../../server/test/harness/redis-process.ts'
import { findRedis } from '../../../server/test/harness/tools.ts'
import { accessOf } from '../access.ts'
import { type Line, openLine } from '../http-line.ts'
import { type Counted, startCounted, startProduct } from '../processes.ts'
import { benchSecrets } from '../secrets.ts'

/** One checkout of the product as a process with the role `api`, over a database with the sample catalogue. */
export type CostsStage = {
  readonly service: Counted
  /** A buyer of the sample company, which has credit. */
  readonly buyer: Line
  readonly productIds: readonly string[]
  /** Further connections of the same buyer. */
  readonly lines: readonly Line[]
  emptyCart(): Promise<void>
  /** Starts the service again: what the compiler of JavaScript has done by chance is done anew. */
  restart(): Promise<void>
}

export type CostsStages = {
  readonly folder: string
  open(root: string): Promise<CostsStage>
  close(): Promise<void>
}

const productsRead = 2_000
const pageLength = 100
const linesOpened = 8

/** One PostgreSQL and one Redis, with a database of its own for each checkout of the product. */
export async function openCostsStages(): Promise<CostsStages> {
  const folder = await mkdtemp(join(tmpdir(), 'purveyor-bench-'))
  const undo = [() => rm(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const program = findRedis()
    if (!program) throw new Error('no redis-server was found: set TEST_REDIS_SERVER')
    const postgres = await startLocalPostgres({
      dataDir: folder,
      log: { info: () => undefined, warn: console.error },
      // No request causes the work of autovacuum. An address, because a socket in a folder has no port to tell it by.
      settings: { autovacuum: 'off' },
      transport: 'address',
    })
    undo.push(() => postgres.stop())
    const redis = await startRedisServer(program, folder)
    undo.push(() => redis.stop())
    let opened = 0
    return {
      folder,
      open: async (root) => {
        opened += 1
        const name = `costs${opened}`
        const urls = {
          DOCUMENT_DB_URL: await anEmptyDatabase(postgres.url, name),
          CACHE_URL: `${redis.url}/${opened}`,
        }
        return openStage(root, join(folder, name), { ...urls, ...benchSecrets() }, undo)
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function anEmptyDatabase(url: string, name: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const own = new URL(url)
  own.pathname = name
  return own.href
}

async function openStage(
  root: string,
  dataDir: string,
  env: Readonly<Record<string, string>>,
  undo: (() => Promise<void>)[],
): Promise<CostsStage> {
  const seeding = await startProduct(env, dataDir, root)
  const { buyer } = await accessOf(dataDir).finally(() => seeding.stop())
  const sql = new pg.Pool({ connectionString: env.DOCUMENT_DB_URL ?? '', max: 1 })
  undo.push(() => sql.end())
  await prepare(sql)
  const start = () => startCounted(root, { ...env, PURVEYOR_ROLES: 'api' }, dataDir)
  let service = await start()
  undo.push(() => service.stop())
  let line = await signedIn(service.baseUrl, buyer)
  const severalLines = () =>
    Promise.all(Array.from({ length: linesOpened }, () => signedIn(service.baseUrl, buyer)))
  let more = await severalLines()
  return {
    get service() {
      return service
    },
    get buyer() {
      return line
    },
    productIds: await productIdsOf(line),
    get lines() {
      return more
    },
    emptyCart: async () => {
      await sql.query('with gone as (delete from cart.items) delete from cart.carts')
    },
    restart: async () => {
      for (const one of [line, ...more]) one.close()
      await service.stop()
      service = await start()
      line = await signedIn(service.baseUrl, buyer)
      more = await severalLines()
    },
  }
}

/**
 * What the bench orders is always there, and the company may always buy it on credit. These quantities also fit a commit from before
 * they became thousandths.
 */
async function prepare(sql: pg.Pool): Promise<void> {
  await sql.query('update identity.companies set order_mails = false')
  await sql.query('update products.products set moq = 1, multiple = 1')
  await sql.query('update products.stock set on_hand = 2000000000')
  await sql.query('update payments.credit_accounts set limit_minor = 1000000000000')
  await sql.query('vacuum (analyze)')
}

async function signedIn(
  baseUrl: string,
  person: { readonly email: string; readonly password: string },
): Promise<Line> {
  const entrance = await openLine(baseUrl)
  const { status, text } = await entrance.ask('POST', '/auth/login', person)
  entrance.close()
  if (status !== 200) throw new Error(`nobody signed in: ${text}`)
  return openLine(baseUrl, { authorization: `Bearer ${JSON.parse(text).data.accessToken}` })
}

async function productIdsOf(line: Line): Promise<string[]> {
  const ids: string[] = []
  let cursor = ''
  while (ids.length < productsRead) {
    const { status, text } = await line.ask(
      'GET',
      `/api/v1/products?country=DE&limit=${pageLength}${cursor && `&cursor=${cursor}`}`,
    )
    if (status !== 200) throw new Error(`no products: ${text}`)
    const { data, meta } = JSON.parse(text)
    for (const { id } of data) ids.push(id)
    cursor = encodeURIComponent(meta.nextCursor)
  }
  return ids
}
