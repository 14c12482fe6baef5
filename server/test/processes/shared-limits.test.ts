import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabaseUrl, ownRedis, redisUrl } from '#harness'
import { type ServiceProcess, startService } from '../harness/service-process.ts'

let running: Running
let redis: Awaited<ReturnType<typeof ownRedis>>

beforeAll(async () => {
  if (!redisUrl()) return
  const { url, drop } = await freshDatabaseUrl()
  redis = await ownRedis()
  const env = {
    APP_ENV: 'test',
    DOCUMENT_DB_URL: url,
    CACHE_URL: redis.url,
    RATE_LIMIT_AUTH_PER_MINUTE: '8',
    LOG_LEVEL: 'error',
    // The same for both, as in any deployment.
    JWT_ACCESS_SECRET: 'one secret of the shared limits, 7d1f0a',
    JWT_REFRESH_SECRET: 'other secret of the shared limits, 9e2b',
  }
  const services = [await startService({ env }), await startService({ env })]
  running = {
    services,
    stop: async () => {
      await Promise.all(services.map((service) => service.stop()))
      await drop()
    },
  }
})
afterAll(async () => {
  await running?.stop()
  await redis?.stop()
})

describe.skipIf(!redisUrl())('two processes', () => {
  it('share a limit, have a part of it each while Redis is away, and share it again', async () => {
    const [one, other] = running.services
    // A process serves before it has found Redis.
    for (const service of [one, other]) await expect.poll(() => statusOf(service)).toBe('ok')
    const first = await refresh(one)
    expect(first.headers.get('ratelimit-policy')).toBe('"auth";q=8;w=60')
    expect(first.headers.get('ratelimit')).toMatch(/^"auth";r=7;t=/)
    expect((await refresh(other)).headers.get('ratelimit')).toMatch(/^"auth";r=6;t=/)

    await redis.stop()
    const alone = [await refresh(one), await refresh(one), await refresh(one)]
    expect(alone.map(({ status }) => status)).toEqual([401, 401, 429])
    expect(alone[2]?.headers.get('retry-after')).toMatch(/^[0-9]+$/)

    redis = await ownRedis(redis.port)
    await expect
      .poll(
        async () => {
          const before = remaining(await refresh(one))
          return before - remaining(await refresh(other))
        },
        { timeout: 60_000, interval: 1_000 },
      )
      .toBe(1)
  })
})

async function statusOf(service: ServiceProcess | undefined): Promise<unknown> {
  const health = await fetch(`${service?.baseUrl}/health`)
  return ((await health.json()) as { status: unknown }).status
}

const remaining = (response: Response): number =>
  Number(/r=([0-9]+)/.exec(response.headers.get('ratelimit') ?? '')?.[1])

type Running = { readonly services: ServiceProcess[]; stop(): Promise<void> }

async function refresh(service: ServiceProcess | undefined): Promise<Response> {
  return fetch(`${service?.baseUrl}/auth/refresh`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refreshToken: 'none' }),
  })
}
