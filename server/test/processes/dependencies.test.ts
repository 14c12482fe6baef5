import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { freePort, ownRedis, redisUrl, useDatabaseUrl } from '#harness'
import { closeAtEnd } from '#testing/close-at-end'
import { aReceiver } from '#testing/webhooks'
import { type ServiceProcess, startService } from '../harness/service-process.ts'
import { databaseProxy } from '../harness/tcp-proxy.ts'

const healthToken = 'a token for the health surfaces'
const proxied = await databaseProxy(await useDatabaseUrl())
const proxy = closeAtEnd(proxied.proxy)
const env = {
  APP_ENV: 'test',
  DOCUMENT_DB_URL: proxied.url,
  HEALTH_TOKEN: healthToken,
  // Each look signs in, and a slow outage is looked at a hundred times.
  RATE_LIMIT_AUTH_PER_MINUTE: '100000',
  RATE_LIMIT_ADDRESS_PER_MINUTE: '100000',
  LOG_LEVEL: 'error',
}

describe('PostgreSQL', () => {
  it('may be away at the start: the process waits, says so, and serves when it is there', async () => {
    proxy.cut()
    const service = await startService({ env, until: 'answers' })
    const before = await look(service)
    const { configReadiness } = await readSurface(service)
    proxy.mend()
    const after = await until(service, (health) => health.status === 200)
    await service.stop()

    expect(before.status).toBe(503)
    expect(before.elsewhere).toMatchObject({ status: 503, code: 'platform.dependency_down' })
    expect(configReadiness.missing).not.toContain('DOCUMENT_DB_URL')
    expect(after.elsewhere.status).toBe(401)
  })

  it('may go away later and come back', async () => {
    proxy.mend()
    const service = await startService({ env })
    proxy.cut()
    const away = await until(service, (health) => health.status === 503)
    proxy.mend()
    // Health asks over a connection of its own: the pool may need a moment more to notice.
    const back = await until(service, (seen) => seen.status === 200 && seen.signIn.status !== 503)
    await expect.poll(() => statusOf(service, 'database')).toBe('up')
    await service.stop()

    expect(away.signIn).toMatchObject({ status: 503, code: 'platform.dependency_down' })
    expect(away.signIn.retryAfter).toMatch(/^[0-9]+$/)
    expect(back.signIn.status).toBe(401)
  })
})

describe('operators', () => {
  let redis: Awaited<ReturnType<typeof ownRedis>>
  const cache = {
    cut: () => redis.stop(),
    mend: async () => {
      redis = await ownRedis(redis.port)
    },
  }

  type Breakable = { cut(): unknown; mend(): unknown }
  const breakable: [name: string, dependency: Breakable][] = [['database', proxy]]
  if (redisUrl()) breakable.push(['cache', cache])

  it.each(breakable)(
    'get an alert while the %s is away, and its resolution',
    async (name, dependency) => {
      proxy.mend()
      redis = redisUrl() ? await ownRedis() : { url: '', port: 0, stop: async () => undefined }
      const sink = await aReceiver()
      const folder = await mkdtemp(join(tmpdir(), 'outage-'))
      const service = await startService({
        env: {
          ...env,
          PURVEYOR_DATA_DIR: folder,
          ...(redisUrl() && { CACHE_URL: redis.url }),
          INCIDENT_ALERT_WEBHOOK_URL: sink.url,
          INCIDENT_ALERT_WEBHOOK_BEARER_TOKEN: 'the token of the sink',
        },
      })
      // A service without its dependency has other incidents too, and may send each alert more than once.
      const statuses = () => {
        const notices = sink.received.map(({ body }) => JSON.parse(body) as Notice)
        const ofIt = notices.filter(
          ({ key, details }) => key === 'platform.dependency-down' && details.dependency === name,
        )
        return [...new Set(ofIt.map(({ status }) => status))]
      }
      await dependency.cut()
      await expect.poll(statuses, { timeout: 60_000 }).toEqual(['firing'])
      await dependency.mend()
      await expect.poll(statuses, { timeout: 60_000 }).toEqual(['firing', 'resolved'])
      await service.stop()
      await redis.stop()
      await sink.close()
      await rm(folder, { recursive: true, force: true })
    },
    180_000,
  )
})

describe.skipIf(!redisUrl())('Redis', () => {
  it('may be away at the start, and go away later: requests are served all the time', async () => {
    proxy.mend()
    const port = await freePort()
    const service = await startService({
      env: { ...env, CACHE_URL: `redis://127.0.0.1:${port}` },
    })
    expect(await cacheStatus(service)).toBe('down')
    expect((await look(service)).signIn.status).toBe(401)

    const redis = await ownRedis(port)
    expect(await untilCache(service, 'up')).toBe('up')
    await redis.stop()
    expect(await untilCache(service, 'down')).toBe('down')
    const without = await until(service, ({ status }) => status === 200)
    expect(without.body.status).toBe('degraded')
    expect(without.signIn.status).toBe(401)

    const again = await ownRedis(port)
    expect(await untilCache(service, 'up')).toBe('up')
    await again.stop()
    await service.stop()
  }, 180_000)
})

type Notice = {
  readonly key: string
  readonly status: string
  readonly details: { readonly dependency?: string }
}

type HealthBody = { status: string }

async function look({ baseUrl }: ServiceProcess) {
  const health = await fetch(`${baseUrl}/health`)
  const body = (await health.json()) as HealthBody
  const elsewhere = await refusalOf(await fetch(`${baseUrl}/api/v1/products`))
  const signIn = await refusalOf(
    await fetch(`${baseUrl}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      // Another one each time: who tries one account again and again is slowed down.
      body: JSON.stringify({ email: `${randomUUID()}@example.com`, password: 'x' }),
    }),
  )
  return { status: health.status, body, elsewhere, signIn }
}

async function refusalOf(response: Response) {
  const { meta } = (await response.json()) as { meta: { code: string } }
  const retryAfter = response.headers.get('retry-after')
  return { status: response.status, code: meta.code, retryAfter }
}

type Look = Awaited<ReturnType<typeof look>>

async function until(service: ServiceProcess, isSo: (seen: Look) => boolean): Promise<Look> {
  const deadline = performance.now() + 60_000
  for (;;) {
    const seen = await look(service)
    if (isSo(seen) || performance.now() > deadline) return seen
    await wait(100)
  }
}

type Surface = {
  readonly configReadiness: { readonly missing: readonly string[] }
  readonly dependencies: readonly { readonly name: string; readonly status: string }[]
}

async function readSurface({ baseUrl }: ServiceProcess): Promise<Surface> {
  const response = await fetch(`${baseUrl}/health/ops`, {
    headers: { authorization: `Bearer ${healthToken}` },
  })
  return (await response.json()) as Surface
}

async function statusOf(service: ServiceProcess, dependency: string) {
  return (await readSurface(service)).dependencies.find(({ name }) => name === dependency)?.status
}

const cacheStatus = (service: ServiceProcess) => statusOf(service, 'cache')

async function untilCache(service: ServiceProcess, wanted: string) {
  const deadline = performance.now() + 60_000
  let seen = await cacheStatus(service)
  while (seen !== wanted && performance.now() < deadline) {
    await wait(200)
    seen = await cacheStatus(service)
  }
  return seen
}
