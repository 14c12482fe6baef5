import { EventSource } from 'eventsource'
import { expect, it } from 'vitest'
import { tcpProxy } from '../../../../../test/harness/tcp-proxy.ts'
import { aDrip, outsideProducts } from './drip.fixture.ts'
import { aSearchService, useSearchService } from './searches.fixture.ts'

const drip = aDrip()
const service = await useSearchService({ external: drip.source })
service.startWorker()

it('an EventSource in Node follows with a ticket, and continues after a lost connection', async () => {
  const proxy = await tcpProxy({
    host: '127.0.0.1',
    port: Number(new URL(service.baseUrl).port),
  })
  const { stream } = await service.begin({ sources: ['external'] })
  const products = outsideProducts(4)
  const source = new EventSource(`http://127.0.0.1:${proxy.port}${stream.url}`)
  const ids: string[] = []
  for (const name of ['search.started', 'products', 'source', 'search.completed']) {
    source.addEventListener(name, ({ lastEventId }) => ids.push(lastEventId.split('/')[1] ?? ''))
  }
  drip.give(products[0] as never)
  await expect.poll(() => ids.length).toBe(2)
  proxy.cut()
  drip.give(products[1] as never, products[2] as never)
  await expect.poll(() => source.readyState).toBe(source.CONNECTING)
  proxy.mend()
  await expect.poll(() => ids.length).toBe(3)
  drip.give(products[3] as never)
  drip.finish()
  await expect.poll(() => source.readyState).toBe(source.CLOSED)
  expect(ids).toEqual(['1', '2', '3', '4', '5', '6'])
  await proxy.close()
})

it('an EventSource starts a search by a ticket, continues it, and stays away after its end', async () => {
  const other = aDrip()
  const worker = await aSearchService({ database: service.database, external: other.source })
  await service.stopWorker()
  worker.startWorker()
  const proxy = await tcpProxy({ host: '127.0.0.1', port: Number(new URL(worker.baseUrl).port) })
  const asked = await worker.call('/api/v1/products/stream/tickets', { method: 'POST' })
  const { data } = (await asked.json()) as { data: { url: string } }
  const source = new EventSource(
    `http://127.0.0.1:${proxy.port}${data.url}&sources=external&q=pipe`,
  )
  const ids: string[] = []
  for (const name of ['search.started', 'products', 'source', 'search.completed']) {
    source.addEventListener(name, ({ lastEventId }) => ids.push(lastEventId))
  }
  const [first, second] = outsideProducts(2)
  other.give(first as never)
  await expect.poll(() => ids.length).toBe(2)
  proxy.cut()
  await expect.poll(() => source.readyState).toBe(source.CONNECTING)
  proxy.mend()
  other.give(second as never)
  other.finish()
  await expect.poll(() => source.readyState).toBe(source.CLOSED)
  const [id] = ids[0]?.split('/') ?? []
  expect(ids).toEqual([1, 2, 3, 4, 5].map((number) => `${id}/${number}`))
  await proxy.close()
  await worker.close()
})
