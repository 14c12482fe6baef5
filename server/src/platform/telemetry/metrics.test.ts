import { describe, expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'

describe('metrics', () => {
  it('have the format of Prometheus', async () => {
    const metrics = createMetrics()
    metrics.counter('orders_total', 'Orders.', ['state']).add({ state: 'PLACED' }, 2)
    metrics.gauge('queue_depth', 'Depth.').set({}, 7)
    metrics.histogram('wait_seconds', 'Wait.', [0.1, 1]).observe({}, 0.5)
    let pending: number | undefined = 3
    metrics.observed('pending', 'Pending.', () => pending)
    const text = await metrics.text()
    expect(text).toContain('orders_total{state="PLACED"} 2')
    expect(text).toContain('queue_depth 7')
    expect(text).toContain('wait_seconds_bucket{le="1"} 1')
    expect(text).toContain('\npending 3')
    pending = undefined
    expect(await metrics.text()).not.toContain('\npending 3')
    expect(metrics.contentType).toContain('text/plain')
  })

  it('are read at each scrape, and a failing one hides no other', async () => {
    const metrics = createMetrics()
    let waiting: { labels: { queue: string }; value: number }[] = [
      { labels: { queue: 'mail' }, value: 2 },
      { labels: { queue: 'alerts' }, value: 1 },
    ]
    metrics.scraped('waiting', 'Waiting.', ['queue'], async () => waiting)
    metrics.scraped('broken', 'Broken.', ['queue'], () => Promise.reject(new Error('no database')))
    expect(await metrics.text()).toContain('waiting{queue="mail"} 2\nwaiting{queue="alerts"} 1')
    waiting = [{ labels: { queue: 'mail' }, value: 3 }]
    const text = await metrics.text()
    expect(text).toContain('waiting{queue="mail"} 3')
    expect(text).not.toContain('alerts')
  })

  it('with the same name are the same', async () => {
    const metrics = createMetrics()
    metrics.counter('hits_total', 'Hits.').add({})
    metrics.counter('hits_total', 'Hits.').add({})
    expect(await metrics.text()).toContain('hits_total 2')
  })

  it('of two registries are separate', async () => {
    const [one, other] = [createMetrics(), createMetrics({ processMetrics: true })]
    one.counter('hits_total', 'Hits.').add({})
    expect(await other.text()).not.toContain('hits_total')
    expect(await other.text()).toContain('process_cpu_seconds_total')
  })
})
