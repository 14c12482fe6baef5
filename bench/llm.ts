import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, startLocalPostgres } from '../server/src/platform/db/index.ts'
import { aCompany, aPerson } from '../server/test/factories/identity.ts'
import { accessOf } from './lib/access.ts'
import { installPortkey } from './lib/floors/portkey.ts'
import { type Load, type Measured, measure, round } from './lib/measuring/measure.ts'
import { type Served, startPortkey, startProduct, startScript } from './lib/processes.ts'
import { benchSecrets } from './lib/secrets.ts'

type Format = 'openai' | 'anthropic'

export type LlmCase = {
  readonly format: Format
  readonly isStreamed: boolean
  readonly mock: Measured
  /** A bare Node proxy, which counts nothing and signs nobody in. */
  readonly bareProxy: Measured
  readonly portkey: Measured
  readonly gateway: Measured
  /** Requests per second, as a multiple of Portkey's. Target: 1.5. */
  readonly rateOfPortkey: number
  /** Processor time of a request less that of `GET /api/v1/me`, as a share of Portkey's. Target: 0.5. */
  readonly cpuOfPortkey: number | undefined
}

export type LlmReadings = {
  readonly me: Measured
  readonly cases: readonly LlmCase[]
  /** Resident memory of the service: idle, and the most of any sample. Target: 40 MB above idle. */
  readonly memoryMegabytes: { readonly idle: number; readonly most: number; readonly above: number }
}

const connections = 32
/** Each person has a company: so many counters take the reservations. */
const people = 32
const prices = {
  gpt: { provider: 'A', inputPerMillion: '1.25', outputPerMillion: '10.00' },
  claude: { provider: 'B', inputPerMillion: '3.00', outputPerMillion: '15.00' },
}

/** The language-model gateway with its accounting, beside Portkey and a bare proxy, before a provider that answers at once. */
export async function llm(seconds: number): Promise<LlmReadings> {
  const script = await installPortkey()
  const dataDir = await mkdtemp(join(tmpdir(), 'purveyor-bench-'))
  const log = { info: () => undefined, warn: console.error }
  const postgres = await startLocalPostgres({ dataDir, log, settings: {} })
  const started: Served[] = []
  const keep = async (starting: Promise<Served>) => {
    const served = await starting
    started.push(served)
    return served
  }
  try {
    const mock = await keep(startScript('floors/mock-models.ts', []))
    const bareProxy = await keep(startScript('floors/bare-models-proxy.ts', [mock.baseUrl]))
    const portkey = await keep(startPortkey(script))
    const env = { DOCUMENT_DB_URL: postgres.url, CACHE_URL: 'memory:', ...benchSecrets() }
    const gateway = await keep(startProduct({ ...env, ...settingsFor(mock.baseUrl) }, dataDir))
    await accessOf(dataDir)
    const tokens = await tokensOf(postgres.url, gateway.baseUrl)
    return await measureAll({ mock, bareProxy, portkey, gateway, tokens }, seconds)
  } finally {
    for (const served of started.reverse()) await served.stop()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function settingsFor(mockUrl: string) {
  return {
    LLM_PROVIDER_A_BASE_URL: `${mockUrl}/v1`,
    LLM_PROVIDER_A_API_KEY: 'a key',
    LLM_PROVIDER_B_BASE_URL: mockUrl,
    LLM_PROVIDER_B_API_KEY: 'a key',
    LLM_MODEL_PRICING_MATRIX_JSON: JSON.stringify(prices),
    LLM_ALLOWED_MODELS_JSON: JSON.stringify(Object.keys(prices)),
    LLM_DAILY_TOKENS_PER_USER: '1000000000',
    LLM_DAILY_TOKENS_PER_COMPANY: '1000000000',
  }
}

async function tokensOf(databaseUrl: string, baseUrl: string): Promise<readonly string[]> {
  const database = openDatabase({ url: databaseUrl, poolMax: 4, statementTimeoutMs: 60_000 })
  try {
    const tokens: string[] = []
    for (let one = 0; one < people; one += 1) {
      const { email, password } = await aPerson(database, { companyId: await aCompany(database) })
      const signedIn = await fetch(`${baseUrl}/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      })
      const { data } = (await signedIn.json()) as { data: { accessToken: string } }
      tokens.push(data.accessToken)
    }
    return tokens
  } finally {
    await database.close()
  }
}

type Stage = Readonly<Record<'mock' | 'bareProxy' | 'portkey' | 'gateway', Served>> & {
  readonly tokens: readonly string[]
}

async function measureAll(stage: Stage, seconds: number): Promise<LlmReadings> {
  const { gateway, tokens } = stage
  const path = '/api/v1/me'
  const me = await measure(
    {
      name: 'GET /api/v1/me',
      url: gateway.baseUrl + path,
      pid: gateway.pid,
      connections,
      setupClient: eachItsOwn(tokens, { path }),
    },
    seconds,
  )
  const memory = watchMemory(gateway.pid)
  const idle = await memory.now()
  const cases: LlmCase[] = []
  for (const format of ['openai', 'anthropic'] as const) {
    for (const isStreamed of [false, true]) {
      cases.push(await measureCase(stage, { format, isStreamed, me }, seconds))
    }
  }
  const most = memory.end()
  return { me, cases, memoryMegabytes: { idle, most, above: round(most - idle) } }
}

type Wish = { readonly path: string; readonly method?: 'POST'; readonly body?: string } & {
  readonly headers?: object
}

/** Each connection is another person. */
function eachItsOwn(tokens: readonly string[], wish: Wish): NonNullable<Load['setupClient']> {
  let next = 0
  return (client) => {
    const authorization = `Bearer ${tokens[next % tokens.length]}`
    next += 1
    client.setRequests([{ ...wish, headers: { ...wish.headers, authorization } }])
  }
}

type Case = Pick<LlmCase, 'format' | 'isStreamed'> & { readonly me: Measured }

async function measureCase(stage: Stage, { format, isStreamed, me }: Case, seconds: number) {
  const { mock, bareProxy, portkey, gateway, tokens } = stage
  const model = format === 'openai' ? 'gpt-5' : 'claude'
  const messages = [
    { role: 'user', content: 'List what a workshop of five people needs. '.repeat(10) },
  ]
  const body = JSON.stringify({ model, messages, max_tokens: 400, stream: isStreamed })
  const headers = { 'content-type': 'application/json' }
  const native = format === 'openai' ? '/v1/chat/completions' : '/v1/messages'
  const at = (name: string, { baseUrl, pid }: Served, path: string, more: object) => {
    const load = { url: baseUrl + path, pid, connections, method: 'POST' as const, body }
    return measure({ name, ...load, headers: { ...headers, ...more } }, seconds)
  }
  const throughPortkey = await at('Portkey', portkey, '/v1/chat/completions', {
    authorization: 'Bearer a key',
    'x-portkey-provider': format,
    'x-portkey-custom-host': `${mock.baseUrl}/v1`,
  })
  const path = '/api/v1/llm/chat/completions'
  const throughGateway = await measure(
    {
      name: 'gateway',
      url: gateway.baseUrl + path,
      pid: gateway.pid,
      connections,
      method: 'POST',
      setupClient: eachItsOwn(tokens, { method: 'POST', path, body, headers }),
    },
    seconds,
  )
  return {
    format,
    isStreamed,
    mock: await at('mock', mock, native, {}),
    bareProxy: await at('bare proxy', bareProxy, native, {}),
    portkey: throughPortkey,
    gateway: throughGateway,
    rateOfPortkey: round(throughGateway.requestsPerSecond / throughPortkey.requestsPerSecond),
    cpuOfPortkey: shareOf(throughGateway, me, throughPortkey),
  }
}

function shareOf(gateway: Measured, me: Measured, portkey: Measured): number | undefined {
  const own = gateway.cpuMsPerRequest
  const signingIn = me.cpuMsPerRequest
  const theirs = portkey.cpuMsPerRequest
  if (own === undefined || signingIn === undefined || theirs === undefined) return undefined
  return round((own - signingIn) / theirs)
}

const sampleMs = 200

function watchMemory(pid: number) {
  const now = async () => {
    const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    return round(Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1_024)
  }
  let most = 0
  const timer = setInterval(async () => {
    most = Math.max(most, await now())
  }, sampleMs)
  return {
    now,
    end: () => {
      clearInterval(timer)
      return most
    },
  }
}
