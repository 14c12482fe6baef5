import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase, startLocalPostgres } from '../../../server/src/platform/db/index.ts'
import { aProduct } from '../../../server/test/factories/catalog.ts'
import { aCompany, aPerson } from '../../../server/test/factories/identity.ts'
import { accessOf } from '../access.ts'
import { type Line, openLine } from '../http-line.ts'
import { type Spending, spendingOf } from '../measuring/spent.ts'
import { type Served, startProduct } from '../processes.ts'
import { benchSecrets } from '../secrets.ts'

/** A person who may buy, in a company with credit, with a connection of their own. */
export type Buyer = {
  readonly companyId: string
  readonly personId: string
  readonly line: Line
  readonly headers: Readonly<Record<string, string>>
}

export type CommerceStage = {
  readonly service: Served
  readonly url: string
  /** Connections that the service does not use. */
  readonly sql: pg.Pool
  readonly buyers: readonly Buyer[]
  readonly productIds: readonly string[]
  readonly spending: Spending
  /** Reads the health surfaces. */
  readonly healthToken: string
  /** Stops the service; the database continues. */
  stopService(): Promise<void>
  /** Another process over the same database. The caller stops it. */
  startAgain(): Promise<Served>
  close(): Promise<void>
}

const products = 200
const onHand = 10_000_000
const healthToken = randomBytes(32).toString('hex')

/** The product as one process with all its roles, with the sample catalogue and a PostgreSQL with durable commits. */
export async function openCommerceStage(buyerCount: number): Promise<CommerceStage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'purveyor-bench-'))
  const postgres = process.env.DOCUMENT_DB_URL
    ? undefined
    : await startLocalPostgres({
        dataDir,
        log: { info: () => undefined, warn: console.error },
        settings: { shared_preload_libraries: 'pg_stat_statements' },
      })
  const url = process.env.DOCUMENT_DB_URL ?? postgres?.url ?? ''
  const env = {
    DOCUMENT_DB_URL: url,
    CACHE_URL: process.env.CACHE_URL ?? 'memory:',
    HEALTH_TOKEN: healthToken,
    ...benchSecrets(),
  }
  const service = await startProduct(env, dataDir)
  await accessOf(dataDir)
  const sql = new pg.Pool({ connectionString: url, max: 4 })
  const { people, productIds } = await anAssortment(url, buyerCount)
  await giveCredit(sql, people)
  await wantNoMails(sql)
  const buyers = await Promise.all(people.map((person) => signedIn(service.baseUrl, person)))
  let isStopped = false
  const stopService = async () => {
    for (const { line } of buyers) line.close()
    if (!isStopped) await service.stop()
    isStopped = true
  }
  return {
    service,
    url,
    sql,
    buyers,
    productIds,
    spending: await spendingOf(sql, service.pid),
    healthToken,
    stopService,
    startAgain: () => startProduct(env, dataDir),
    close: async () => {
      await stopService()
      await sql.end()
      await postgres?.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function anAssortment(url: string, buyerCount: number) {
  const database = openDatabase({ url, poolMax: 4, statementTimeoutMs: 60_000 })
  try {
    const productIds: string[] = []
    for (let at = 0; at < products; at += 1) {
      productIds.push((await aProduct(database, { onHand, taxClass: 'standard' })).id)
    }
    const people = []
    for (let at = 0; at < buyerCount; at += 1) {
      const companyId = await aCompany(database)
      const { actor, email, password } = await aPerson(database, { companyId })
      people.push({ companyId, personId: actor.id, email, password })
    }
    return { productIds, people }
  } finally {
    await database.close()
  }
}

type Person = Pick<Buyer, 'companyId' | 'personId'> & {
  readonly email: string
  readonly password: string
}

async function signedIn(
  baseUrl: string,
  { companyId, personId, email, password }: Person,
): Promise<Buyer> {
  const entrance = await openLine(baseUrl)
  const { status, text } = await entrance.ask('POST', '/auth/login', { email, password })
  entrance.close()
  if (status !== 200) throw new Error(`nobody signed in: ${text}`)
  const bearer: string = JSON.parse(text).data.accessToken
  const headers = { authorization: `Bearer ${bearer}` }
  return { companyId, personId, line: await openLine(baseUrl, headers), headers }
}

/** Turns order mails off: the mail server is part of the service here, and would be measured too. */
async function wantNoMails(sql: pg.Pool): Promise<void> {
  await sql.query('update identity.companies set order_mails = false')
}

/** Gives each company more credit than a run of the bench can use. */
async function giveCredit(sql: pg.Pool, people: readonly Person[]): Promise<void> {
  await sql.query(
    `insert into payments.credit_accounts
       (company_id, currency, state, limit_minor, used_minor, net_days, changed_at)
     select id, 'EUR', 'OPEN', 1000000000000, 0, 30, now() from unnest($1::text[]) as id`,
    [people.map(({ companyId }) => companyId)],
  )
}
