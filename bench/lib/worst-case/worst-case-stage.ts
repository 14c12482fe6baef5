import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Id } from '../../../server/src/kernel/id.ts'
import { openDatabase, startLocalPostgres } from '../../../server/src/platform/db/index.ts'
import { aPerson } from '../../../server/test/factories/identity.ts'
import { accessOf } from '../access.ts'
import { type ProcessorTime, type Spending, spendingOf } from '../measuring/spent.ts'
import { startProduct } from '../processes.ts'
import { benchSecrets } from '../secrets.ts'

const roles = ['buyer', 'approver', 'companyAdmin', 'operator', 'seller'] as const
/** `seller`: an administrator of the supplier that sells the products. */
export type Credentials = (typeof roles)[number]

export type Sent = {
  readonly method: string
  readonly path: string
  readonly as?: Credentials | undefined
  readonly body?: string | undefined
}

export type WorstCaseStage = {
  /** Reads the whole answer. Returns its status and, for a refusal, its text. */
  readonly send: (sent: Sent) => Promise<{ readonly status: number; readonly refusal: string }>
  readonly json: (sent: Omit<Sent, 'body'> & { readonly body?: object }) => Promise<Answered>
  readonly document: Readonly<Record<string, unknown>>
  readonly supplierId: string
  readonly sql: pg.Pool
  readonly processorTime: () => Promise<ProcessorTime>
  /** From here on the service only answers requests: background work would count as work of the requests. */
  serveRequestsAlone(): Promise<void>
  /** Adds a buyer to the company, and returns the id of the buyer. */
  addPerson(companyId: string): Promise<string>
  /** Uploads a file as the supplier's administrator, and returns the import. */
  upload(path: string, text: string): Promise<{ readonly id: string }>
  /** Signs everybody in again: an access token is valid for ten minutes, a step-up for five. */
  signIn(): Promise<void>
  readonly people: Readonly<
    Record<Credentials, { readonly email: string; readonly password: string }>
  >
  close(): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: whoever asks knows what the route answers.
export type Answered = { readonly data: any }

/** The product with the sample catalogue, signed-in people, and a company that may buy on credit. */
export async function openWorstCaseStage(): Promise<WorstCaseStage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'purveyor-bench-'))
  const postgres = await startLocalPostgres({
    dataDir,
    log: { info: () => undefined, warn: console.error },
    // No request causes the work of autovacuum.
    settings: { shared_preload_libraries: 'pg_stat_statements', autovacuum: 'off' },
  })
  const env = {
    DOCUMENT_DB_URL: postgres.url,
    CACHE_URL: 'memory:',
    RATE_LIMIT_ADDRESS_PER_MINUTE: '1000000',
    ...benchSecrets(),
  }
  let service = await startProduct(env, dataDir)
  const sql = new pg.Pool({ connectionString: postgres.url, max: 4 })
  const access = (await accessOf(dataDir)) as unknown as WorstCaseStage['people']
  const supplierId = await largestSupplier(sql)
  const members = membersOf(postgres.url)
  const people = { ...access, seller: await members.addSeller(supplierId) }
  await giveCredit(sql)
  const client = createClient(() => service.baseUrl, people)
  await client.signIn()
  let spending: Spending | undefined
  return {
    ...client,
    document: await documentOf(service.baseUrl),
    supplierId,
    sql,
    processorTime: async () => {
      spending ??= await spendingOf(sql, service.pid)
      return spending.processorTime()
    },
    serveRequestsAlone: async () => {
      await service.stop()
      // Autovacuum would run in the middle of a measurement.
      await sql.query('vacuum (analyze)')
      service = await startProduct({ ...env, PURVEYOR_ROLES: 'api,admin' }, dataDir)
      spending = undefined
      await client.signIn()
    },
    addPerson: members.addBuyer,
    people,
    close: async () => {
      await service.stop()
      await members.close()
      await sql.end()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Sends requests as any of the people, once they have signed in. */
function createClient(
  baseUrl: () => string,
  people: WorstCaseStage['people'],
): Pick<WorstCaseStage, 'send' | 'json' | 'upload' | 'signIn'> {
  const tokens = new Map<Credentials, string>()
  const ask = async ({ method, path, as, body }: Sent) =>
    fetch(baseUrl() + path, {
      method,
      redirect: 'manual',
      headers: {
        'idempotency-key': randomUUID(),
        'x-forwarded-for': `203.0.113.${Math.floor(Math.random() * 250)}`,
        'sec-fetch-site': 'same-origin',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(as === undefined ? {} : { authorization: `Bearer ${tokens.get(as)}` }),
      },
      ...(body === undefined ? {} : { body }),
    })
  const json: WorstCaseStage['json'] = async ({ body, ...sent }) => {
    const response = await ask({ ...sent, body: body && JSON.stringify(body) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${sent.method} ${sent.path}: ${response.status} ${text}`)
    return JSON.parse(text)
  }
  return {
    send: async (sent) => {
      const response = await ask(sent)
      const body = Buffer.from(await response.arrayBuffer())
      const refusal = response.status < 400 ? '' : body.toString('utf8', 0, 500)
      return { status: response.status, refusal }
    },
    json,
    upload: async (path, text) => {
      const authorization = `Bearer ${tokens.get('seller')}`
      const headers = { authorization, 'content-type': 'application/jsonl' }
      const answer = await fetch(baseUrl() + path, { method: 'POST', headers, body: text })
      const read = (await answer.json()) as Answered
      return read.data
    },
    signIn: async () => {
      for (const who of roles) {
        const { email, password } = people[who]
        const body = { email, password }
        const { data } = await json({ method: 'POST', path: '/auth/login', body })
        tokens.set(who, data.accessToken)
      }
    },
  }
}

async function documentOf(baseUrl: string): Promise<WorstCaseStage['document']> {
  const response = await fetch(`${baseUrl}/openapi.json`)
  return (await response.json()) as WorstCaseStage['document']
}

async function largestSupplier(sql: pg.Pool): Promise<string> {
  const { rows } = await sql.query<{ id: string }>(
    `select supplier_company_id as id from products.products where moq = 1000 and multiple = 1000
     group by 1 order by count(*) desc, 1 limit 1`,
  )
  return rows[0]?.id ?? ''
}

function membersOf(url: string) {
  const database = openDatabase({ url, poolMax: 2, statementTimeoutMs: 60_000 })
  return {
    addSeller: async (supplierId: string) => {
      const companyId = supplierId as Id<'co'>
      const { email, password } = await aPerson(database, { companyId, role: 'company_admin' })
      return { email, password }
    },
    addBuyer: async (companyId: string) => {
      const { actor } = await aPerson(database, { companyId: companyId as Id<'co'> })
      return actor.id
    },
    close: () => database.close(),
  }
}

async function giveCredit(sql: pg.Pool): Promise<void> {
  await sql.query('update identity.companies set order_mails = false')
  await sql.query(
    `insert into payments.credit_accounts
       (company_id, currency, state, limit_minor, used_minor, net_days, changed_at)
     select id, 'EUR', 'OPEN', 1000000000000, 0, 30, now() from identity.companies
     on conflict (company_id, currency) do update set limit_minor = excluded.limit_minor`,
  )
}
