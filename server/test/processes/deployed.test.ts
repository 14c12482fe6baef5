import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { redisUrl, useDatabaseUrl } from '#harness'
import { type ServiceProcess, startService } from '../harness/service-process.ts'

const accessSecret = 'k3yMaterial-of-more-than-32-bytes-A'
const refreshSecret = 'k3yMaterial-of-more-than-32-bytes-B'
const healthToken = 'a token for the health surfaces'
const complete: Record<string, string> = {
  APP_ENV: 'production',
  JWT_ACCESS_SECRET: accessSecret,
  JWT_REFRESH_SECRET: refreshSecret,
  // Nobody listens there: a cache that is away must not keep the process from serving.
  CACHE_URL: redisUrl() ?? 'redis://127.0.0.1:9',
  DOCUMENT_DB_URL: await useDatabaseUrl(),
  AI_AGENT_BASE_URL: 'https://agent.example.com',
  IMAGE_PROC_BASE_URL: 'https://images.example.com',
  LLM_PROVIDER_A_API_KEY: 'provider-a-key',
  LLM_PROVIDER_B_API_KEY: 'provider-b-key',
  EXCHANGE_RATE_API_KEY: 'rates-key',
  // Not the provider itself: nobody listens here.
  EXCHANGE_RATE_BASE_URL: 'http://127.0.0.1:9',
  FX_REFERENCE_RATES_URL: 'http://127.0.0.1:9/eurofxref',
  HEALTH_TOKEN: healthToken,
  LOG_LEVEL: 'warn',
}

describe('a deployed process', () => {
  /** Without these nothing can be served but /health. */
  const closing = ['JWT_ACCESS_SECRET', 'JWT_REFRESH_SECRET', 'DOCUMENT_DB_URL']

  it('serves with every required value', async () => {
    const service = await startService({ env: complete })
    const health = await readHealth(service)

    expect(health.configReadiness).toMatchObject({ status: 'ready', missing: [] })
    expect(health.configReadiness.required.map(({ name }) => name).sort()).toEqual(
      [...required].sort(),
    )
    await expectPublicHealthNamesNothing(service, 'ready')
    expect((await fetch(`${service.baseUrl}/api/v1/products`)).status).toBe(401)
    await service.stop()
  })

  it.each(required.filter((name) => !closing.includes(name)))(
    'serves without %s, and names it',
    async (name) => {
      const { [name]: value, ...env } = complete
      const service = await startService({ env })

      const health = await readHealth(service)
      expect(health.status).toBe('degraded')
      expect(health.configReadiness).toMatchObject({ status: 'incomplete', missing: [name] })
      expect(JSON.stringify(health)).not.toContain(value)
      await expectPublicHealthNamesNothing(service, 'incomplete')
      expect((await fetch(`${service.baseUrl}/api/v1/products`)).status).toBe(401)
      // It reaches the database, and takes its counts of guesses from wherever they are.
      const signIn = await fetch(`${service.baseUrl}/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'nobody@example.com', password: 'not the password' }),
      })
      expect(signIn.status).toBe(401)
      await expect.poll(() => service.output()).toContain(name)
      await service.stop()
    },
  )

  it.each(closing)('starts without %s, names it and refuses everything else', async (name) => {
    const { [name]: value, ...env } = complete
    const service = await startService({ env, until: 'answers' })

    const health = await readHealth(service)
    await expectPublicHealthNamesNothing(service, 'incomplete')
    const elsewhere = await fetch(`${service.baseUrl}/api/v1/products`)
    const text = await elsewhere.text()
    const refusal = JSON.parse(text) as { success: boolean; meta: { code: string } }

    expect(health.status).toBe('down')
    expect(health.configReadiness.missing).toEqual([name])
    expect(JSON.stringify(health)).not.toContain(value)
    expect(text).not.toContain(name)
    expect(service.output()).toContain(name)
    expect(elsewhere.status).toBe(503)
    expect(elsewhere.headers.get('retry-after')).toMatch(/^[0-9]+$/)
    expect(refusal).toMatchObject({
      success: false,
      meta: { code: 'platform.configuration_missing' },
    })
    await service.stop()
  })

  it.each([
    ['a short secret', 'JWT_ACCESS_SECRET', 'short'],
    ['a uniform secret', 'JWT_ACCESS_SECRET', 'ababababababababababababababababab'],
    ['a placeholder', 'JWT_REFRESH_SECRET', 'change-me-change-me-change-me-12345'],
    ['one secret for both', 'JWT_REFRESH_SECRET', accessSecret],
    ['malformed pricing', 'LLM_MODEL_PRICING_MATRIX_JSON', '{"gpt": '],
    ['pricing of another shape', 'LLM_MODEL_PRICING_MATRIX_JSON', '{"gpt": {"provider": "Z"}}'],
    ['malformed approved models', 'LLM_ALLOWED_MODELS_JSON', '"gpt"'],
    ['an approved family without a price', 'LLM_ALLOWED_MODELS_JSON', '["gpt"]'],
    ['a database of another kind', 'DOCUMENT_DB_URL', 'mongodb://127.0.0.1/purveyor'],
    ['a cache that only one process has', 'CACHE_URL', 'memory:'],
    ['a port that is none', 'PORT', 'three thousand'],
    ['an address that is none', 'IMAGE_PROC_BASE_URL', 'pictures.example.org'],
    ['a policy that is none', 'ADS_DEGRADED_MODE_POLICY', 'fail_sometimes'],
    ['a role that is none', 'PURVEYOR_ROLES', 'api,wizard'],
  ])('does not start with %s', async (_what, name, value) => {
    const service = await startService({ env: { ...complete, [name]: value }, until: 'spawned' })

    expect(await service.ended).toBe(78)
    expect(service.output()).toContain(name)
    if (value.length > 8) expect(service.output()).not.toContain(value)
  })

  it('reports all problems at once, one per line', async () => {
    const env = { ...complete, JWT_ACCESS_SECRET: 'short', PORT: 'x', LLM_ALLOWED_MODELS_JSON: '{' }
    const service = await startService({ env, until: 'spawned' })

    expect(await service.ended).toBe(78)
    const lines = service.output().trim().split('\n')
    expect(lines.map((line) => line.split(' ')[0]).sort()).toEqual([
      'JWT_ACCESS_SECRET',
      'LLM_ALLOWED_MODELS_JSON',
      'PORT',
    ])
  })

  it('accepts an allowed family with a price', async () => {
    const prices = { gpt: { provider: 'A', inputPerMillion: '2.50', outputPerMillion: '10.00' } }
    const service = await startService({
      env: {
        ...complete,
        LLM_MODEL_PRICING_MATRIX_JSON: JSON.stringify(prices),
        LLM_ALLOWED_MODELS_JSON: '["gpt"]',
      },
    })
    expect((await readHealth(service)).configReadiness.status).toBe('ready')
    await service.stop()
  })
})

describe('a deployment without a value', () => {
  it.each([
    'EXCHANGE_RATE_API_KEY',
    // The one without which there is nothing to hold the incident.
    'DOCUMENT_DB_URL',
  ])(
    'such as %s raises an alert through its transport, resolved when the value is there',
    async (name) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'purveyor-deployed-'))
      const alerts = await anAlertSink()
      const env: Record<string, string> = {
        ...complete,
        INCIDENT_ALERT_WEBHOOK_URL: alerts.url,
        INCIDENT_ALERT_WEBHOOK_BEARER_TOKEN: 'the token of the alerts',
      }
      const { [name]: _left, ...lacking } = env
      const incomplete = await startService({ env: lacking, dataDir, until: 'answers' })
      const firing = await alerts.received('firing')
      // The transport has it before the process knows that.
      if (name === 'DOCUMENT_DB_URL') {
        await expect.poll(() => spooledIn(dataDir)).toContain('"sent"')
      }
      await incomplete.stop()
      const service = await startService({ env, dataDir })
      const resolved = await alerts.received('resolved')
      await service.stop()
      await alerts.close()
      await rm(dataDir, { recursive: true, force: true })

      expect(firing).toMatchObject({
        authorization: 'Bearer the token of the alerts',
        body: {
          key: 'platform.configuration-missing',
          severity: 'critical',
          environment: 'production',
          details: { missing: [name] },
        },
      })
      expect(resolved.body).toMatchObject({ key: 'platform.configuration-missing' })
    },
    180_000,
  )
})

const required = [
  'JWT_ACCESS_SECRET',
  'JWT_REFRESH_SECRET',
  'CACHE_URL',
  'DOCUMENT_DB_URL',
  'AI_AGENT_BASE_URL',
  'IMAGE_PROC_BASE_URL',
  'LLM_PROVIDER_A_API_KEY',
  'LLM_PROVIDER_B_API_KEY',
  'EXCHANGE_RATE_API_KEY',
]

async function spooledIn(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'spool')
  const files = await readdir(folder)
  return (await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))).join('\n')
}

type Alert = { readonly authorization: string | undefined; readonly body: Record<string, unknown> }

async function anAlertSink() {
  const received: Alert[] = []
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as Alert['body']
    // A service whose outside world is not there has other troubles to tell of, and no order among them.
    if (body.key === 'platform.configuration-missing') {
      received.push({ authorization: request.headers.authorization, body })
    }
    response.writeHead(204).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/alerts`,
    /** Each comes once at least: twice where its sender ended before it knew that it had come. */
    received: async (status: 'firing' | 'resolved') => {
      const found = () => received.find(({ body }) => body.status === status)
      await expect.poll(found).toBeDefined()
      return found() as Alert
    },
    close: () => new Promise((done) => server.close(done)),
  }
}

/** What an operator reads. */
async function readHealth({ baseUrl }: ServiceProcess): Promise<HealthBody> {
  const headers = { authorization: `Bearer ${healthToken}` }
  const response = await fetch(`${baseUrl}/health/ops`, { headers })
  return (await response.json()) as HealthBody
}

/** What anybody reads: whether something is missing, and not what. */
async function expectPublicHealthNamesNothing({ baseUrl }: ServiceProcess, status: string) {
  const text = await (await fetch(`${baseUrl}/health`)).text()
  expect((JSON.parse(text) as HealthBody).configReadiness).toEqual({ status })
  for (const name of required) expect(text).not.toContain(name)
}

type HealthBody = {
  status: string
  configReadiness: {
    status: string
    missing: string[]
    required: { name: string; present: boolean }[]
  }
}
