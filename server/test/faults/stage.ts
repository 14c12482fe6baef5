import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase, readMigrations, sql } from '#platform/db'
import { aCompany, aPerson } from '#testing/identity'
import { type OwnRedis, startRedisServer } from '../harness/redis-process.ts'
import { findRedis } from '../harness/tools.ts'
import { createClient } from '../journeys/client.ts'
import { createEnable, type Enable, type EnableAsked } from './enable.ts'
import { type FaultProxy, faultProxy } from './fault-proxy.ts'
import { fleetMember, type Member } from './fleet.ts'
import { type HardPostgres, hardPostgres } from './hard-postgres.ts'
import { type Journal, openJournal } from './journal.ts'
import { createProducer, type Produced, type Producer, type Variant } from './producer.ts'
import { type Arrival, type FaultReceiver, faultReceiver } from './receiver.ts'
import { createTestSender, type TestSender, type TestSent } from './test-sender.ts'

/** Everything that takes part: real processes, with a bad network between each of them and all it needs. */
export type Stage = {
  readonly postgres: HardPostgres
  readonly redis: {
    readonly proxy: FaultProxy
    flush(): Promise<void>
    killFor(ms: number): Promise<void>
  }
  readonly receivers: readonly FaultReceiver[]
  readonly workers: readonly Member[]
  readonly api: Member
  readonly producer: Producer
  readonly tests: TestSender
  readonly enable: Enable
  readonly journals: {
    readonly produced: Journal<Produced>
    readonly arrived: Journal<Arrival>
    readonly tested: Journal<TestSent>
    readonly enabled: Journal<EnableAsked>
  }
  /** Which receivers are subscribed for a company. */
  readonly subscribed: ReadonlyMap<string, readonly number[]>
  /** Of those, the ones that asked for order. */
  readonly ordered: ReadonlySet<number>
  /** Past the bad network, for the auditor alone. */
  direct<T>(work: (database: Database) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const receiversPerCompany = 2
/** The first of each company. */
const isOrdered = (receiver: number) => receiver % receiversPerCompany === 0

export async function openStage(variant: Variant): Promise<Stage> {
  const program = findRedis()
  if (!program) throw new Error('no redis-server was found: set TEST_REDIS_SERVER')
  const folder = await mkdtemp(join(tmpdir(), 'purveyor-faults-'))
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const postgres = await hardPostgres(folder)
    undo.push(() => postgres.close())
    const direct = directly(postgres)
    const people = await direct(prepare)
    const journals = {
      produced: await openJournal<Produced>(join(folder, 'produced.jsonl')),
      arrived: await openJournal<Arrival>(join(folder, 'arrived.jsonl')),
      tested: await openJournal<TestSent>(join(folder, 'tested.jsonl')),
      enabled: await openJournal<EnableAsked>(join(folder, 'enabled.jsonl')),
    }
    for (const journal of Object.values(journals)) undo.push(() => journal.close())
    const redis = await hardRedis(program, folder)
    undo.push(() => redis.close())
    const receivers: FaultReceiver[] = []
    for (let n = 0; n < people.length * receiversPerCompany; n += 1) {
      const receiver = await faultReceiver(n, journals.arrived)
      undo.push(() => receiver.close())
      receivers.push(receiver)
    }
    const env = environment(postgres.url, redis.proxy.port)
    const members = await Promise.all(
      ['api', 'worker', 'worker'].map((role, n) =>
        fleetMember(`${role}_${n}`, folder, { ...env, PURVEYOR_ROLES: role }),
      ),
    )
    for (const member of members) undo.push(() => member.close())
    const [api, ...workers] = members as [Member, ...Member[]]
    const subscriptions = await subscribe(api, people, receivers)
    const database = openDatabase({
      url: postgres.url,
      poolMax: 8,
      statementTimeoutMs: 3_000,
      onPoolError: () => undefined,
    })
    undo.push(() => database.close())
    const companies = people.map(({ actor }) => actor.companyId)
    return {
      postgres,
      redis,
      receivers,
      workers,
      api,
      producer: createProducer(database, companies, journals.produced, variant),
      tests: createTestSender(api, people, subscriptions, journals.tested),
      enable: createEnable(api, people, subscriptions, journals.enabled),
      journals,
      subscribed: new Map(
        companies.map((id, n) => [id, receivers.map((_, r) => r).filter((r) => ownerOf(r) === n)]),
      ),
      ordered: new Set(receivers.map((_, r) => r).filter(isOrdered)),
      direct,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const ownerOf = (receiver: number) => Math.floor(receiver / receiversPerCompany)

function directly(postgres: HardPostgres): Stage['direct'] {
  return async (work) => {
    const database = openDatabase({
      url: postgres.directUrl(),
      poolMax: 2,
      statementTimeoutMs: 30_000,
      onPoolError: () => undefined,
    })
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }
}

async function prepare(database: Database) {
  await database.migrate(await readMigrations())
  await sql`create table public.placed (id text primary key, company_id text not null)`.execute(
    database.pool,
  )
  const companies = [await aCompany(database), await aCompany(database)]
  return Promise.all(
    companies.map((companyId) => aPerson(database, { companyId, role: 'company_admin' })),
  )
}

type People = Awaited<ReturnType<typeof prepare>>

async function hardRedis(program: string, folder: string) {
  let server: OwnRedis = await startRedisServer(program, folder)
  const { port } = server
  const proxy = await faultProxy(() => ({ host: '127.0.0.1', port }))
  return {
    proxy,
    flush: async () => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => socket.destroy())
      socket.end('FLUSHALL\r\nQUIT\r\n')
      for await (const _ of socket) {
        // The answers: it is done when it has hung up.
      }
    },
    killFor: async (ms: number) => {
      await server.stop()
      await new Promise((resolve) => setTimeout(resolve, ms))
      server = await startRedisServer(program, folder, port)
    },
    close: async () => {
      await proxy.close()
      await server.stop()
    },
  }
}

/** One secret for all of them: they are one service. */
function environment(databaseUrl: string, redisPort: number): Record<string, string> {
  return {
    APP_ENV: 'test',
    DOCUMENT_DB_URL: databaseUrl,
    CACHE_URL: `redis://127.0.0.1:${redisPort}`,
    DATA_ENCRYPTION_KEYS: `faults:${Buffer.alloc(32, 7).toString('base64')}`,
    JWT_ACCESS_SECRET: 'k3yMaterial-of-more-than-32-bytes-A',
    JWT_REFRESH_SECRET: 'k3yMaterial-of-more-than-32-bytes-B',
    // No sandbox: nothing is paid here.
    PAYMENTS_SANDBOX_BASE_URL: 'http://127.0.0.1:9',
    PAYMENTS_SANDBOX_API_KEY: 'a key of the payment provider',
    PAYMENTS_SANDBOX_EVENT_SECRET: 'a secret of the provider',
    WEBHOOKS_TIMEOUT_MS: '1000',
    DB_POOL_MAX: '8',
    LOG_LEVEL: 'error',
  }
}

/** Over HTTP, as a company does it. Returns the ids, by receiver. */
async function subscribe(
  api: Member,
  people: People,
  receivers: readonly FaultReceiver[],
): Promise<string[]> {
  await api.healthy()
  const ids: string[] = []
  for (const [n, receiver] of receivers.entries()) {
    const person = people[ownerOf(n)]
    if (!person) throw new Error('a receiver belongs to nobody')
    const { email, password } = person
    const signedIn = await createClient(api.baseUrl).post('/auth/login', { email, password })
    const client = createClient(api.baseUrl, { bearer: signedIn.body.data.accessToken })
    const wish = { name: `receiver ${n}`, url: receiver.url, events: ['*'], ordered: isOrdered(n) }
    const { status, body } = await client.post('/api/v1/webhooks', wish)
    if (status !== 200) throw new Error(`no subscription: ${JSON.stringify(body)}`)
    receiver.secret = body.data.secret
    ids.push(body.data.id)
  }
  return ids
}
