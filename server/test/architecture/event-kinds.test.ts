import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { readSettings } from '#platform/config'
import { createLog, createMetrics } from '#platform/telemetry'
import { createApp } from '../../src/app.ts'
import { settingsSlices } from '../../src/settings.ts'

/** The public kinds that are promised, but for those of modules that do not exist yet. */
const promised = [
  ...['created', 'approved', 'rejected', 'confirmed', 'shipped', 'delivered', 'cancelled'].map(
    (what) => `order.${what}`,
  ),
  'order.returned',
  ...['initiated', 'authorized', 'succeeded', 'failed', 'refunded'].map(
    (what) => `payment.${what}`,
  ),
  ...['created', 'updated', 'price_changed', 'stock_changed', 'discontinued'].map(
    (what) => `product.${what}`,
  ),
  ...['automation.run.succeeded', 'automation.run.failed', 'automation.dead_lettered'],
  'webhook.test',
]

describe('the kinds of events that may be subscribed to', () => {
  const kinds = publishedKinds()

  it('are at least those that are promised, each once', async () => {
    const types = (await kinds).map(({ type }) => type)
    expect(types).toEqual(expect.arrayContaining(promised))
    expect(new Set(types).size).toBe(types.length)
  })

  it('say what they are, and show data that fits their schema', async () => {
    const wrong = (await kinds).flatMap(({ type, data, example }) => {
      const said = 'description' in data && typeof data.description === 'string'
      return said && Value.Check(data, example) ? [] : [type]
    })
    expect(wrong).toEqual([])
  })
})

/** As the service is composed. Nothing is connected to. */
async function publishedKinds() {
  const settings = readSettings(
    settingsSlices,
    {},
    {
      DOCUMENT_DB_URL: 'postgres://127.0.0.1:1/none',
      CACHE_URL: 'memory:',
      JWT_ACCESS_SECRET: 'no token is ever signed with this 1',
      JWT_REFRESH_SECRET: 'no token is ever signed with this 2',
    },
  )
  const log = createLog({ level: 'silent' })
  const metrics = createMetrics()
  const app = createApp({ settings, log, metrics, now: () => new Date(0), version: '1.0.0' })
  const kinds = app.parts?.modules.webhooks.kinds ?? []
  await app.stop()
  return kinds
}
