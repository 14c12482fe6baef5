import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startLocalPostgres } from '../../../server/src/platform/db/index.ts'
import { startRedisServer } from '../../../server/test/harness/redis-process.ts'
import { findRedis } from '../../../server/test/harness/tools.ts'
import { accessOf } from '../access.ts'
import { type Served, startProduct } from '../processes.ts'
import { benchSecrets } from '../secrets.ts'

export type CrawlRun = {
  readonly id: string
  readonly state: string
  readonly requests: number
  readonly offers: number
  readonly redispatches: number
  readonly startedAt: string
  readonly endedAt: string
  readonly stream: { readonly url: string }
}

/** An API process and workers, as in a deployment, that crawl without pauses and without limits. */
export type CrawlService = {
  readonly baseUrl: string
  startWorker(): Promise<Served>
  /** Makes a source of this address, and starts a run of it. */
  crawl(url: string, kind: 'site' | 'sitemap' | 'feed'): Promise<CrawlRun>
  ended(run: CrawlRun): Promise<CrawlRun>
  cancel(run: CrawlRun): Promise<void>
  stop(): Promise<void>
}

const unlimited = {
  CRAWL_HOST_DELAY_MS: '0',
  CRAWL_RUN_MAX_PAGES: '1000000',
  CRAWL_BARREN_PAGES_MAX: '1000000',
}

export async function startCrawlService(): Promise<CrawlService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'purveyor-bench-'))
  const undo: (() => Promise<void>)[] = [() => rm(dataDir, { recursive: true, force: true })]
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step().catch(() => undefined)
  }
  try {
    const quiet = { info: () => undefined, warn: console.error }
    const postgres = await startLocalPostgres({ dataDir, log: quiet })
    undo.push(() => postgres.stop())
    const program = findRedis()
    if (!program) throw new Error('no redis-server was found: set TEST_REDIS_SERVER')
    const redis = await startRedisServer(program, dataDir)
    undo.push(() => redis.stop())
    const secrets = benchSecrets()
    const shared = { DOCUMENT_DB_URL: postgres.url, CACHE_URL: redis.url, ...secrets, ...unlimited }
    const apiDir = join(dataDir, 'api')
    const api = await startProduct({ ...shared, PURVEYOR_ROLES: 'api' }, apiDir)
    undo.push(() => api.stop())
    const call = await signedIn(api.baseUrl, (await accessOf(apiDir)).companyAdmin)
    let workers = 0
    return {
      baseUrl: api.baseUrl,
      startWorker: async () => {
        workers += 1
        const folder = join(dataDir, `worker-${workers}`)
        const worker = await startProduct({ ...shared, PURVEYOR_ROLES: 'worker' }, folder)
        undo.push(() => worker.stop())
        return worker
      },
      crawl: async (url, kind) => {
        const { id: sourceId } = await call<{ id: string }>('POST', '/crawl/sources', {
          name: 'A shop',
          kind,
          url,
        })
        return call('POST', '/crawls', { sourceId })
      },
      ended: async ({ id }) => {
        for (;;) {
          const run = await call<CrawlRun>('GET', `/crawls/${id}`)
          if (run.endedAt) return run
          await wait(100)
        }
      },
      cancel: async ({ id }) => {
        await call('POST', `/crawls/${id}/cancel`, {})
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Access tokens live for 10 minutes, and a large feed takes longer. */
const signInAgainMs = 5 * 60_000

async function signedIn(baseUrl: string, person: { email: string; password: string }) {
  const signIn = async () => {
    const login = await fetch(`${baseUrl}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: person.email, password: person.password }),
    })
    const { data } = (await login.json()) as { data: { accessToken: string } }
    return { token: data.accessToken, until: performance.now() + signInAgainMs }
  }
  let session = await signIn()
  return async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    if (performance.now() > session.until) session = await signIn()
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${session.token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as { data: Answer }
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    return answer.data
  }
}
