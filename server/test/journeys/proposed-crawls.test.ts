import { expect, it } from 'vitest'
import { aPage, useSupplierSite } from '#testing/hosts/supplier-site'
import { opened, url, useChatWorld } from './chat-client.ts'

const { ours, world, say } = await useChatWorld()
const { buyer, admin } = ours
const site = await useSupplierSite()
site.pages.set('/', aPage([], [{ sku: 'C-1', name: 'Office chair, reclaimed oak' }]))

it('a confirmed brief proposes a crawl of each source that the buyer has named, and nothing is read before a person agrees', async () => {
  const named = { name: 'Stuhlkontor', kind: 'site', url: site.url }
  const made = await admin.post('/api/v1/crawl/sources', named)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const other = { name: 'Tischkontor', kind: 'site', url: `${site.url}/tables` }
  expect((await admin.post('/api/v1/crawl/sources', other)).status).toBe(201)

  const { id } = await opened(buyer)
  await say(id, '50 office chairs')
  await say(id, 'To Graz, by 5 May 2030. Look at Stuhlkontor too.')
  const confirm = () => buyer.post(`${url}/${id}/confirm`, {})
  const [one, two] = await Promise.all([confirm(), confirm()])
  expect(one.status, JSON.stringify(one.body)).toBe(200)
  expect(one.body.data.crawls).toMatchObject([
    {
      sourceId: made.body.data.id,
      sourceName: 'Stuhlkontor',
      state: 'QUEUED',
      awaitingConfirmation: true,
    },
  ])
  expect(two.body.data.crawls).toEqual(one.body.data.crawls)
  const { crawlId } = one.body.data.crawls[0]
  const runs = await buyer.get('/api/v1/crawls')
  expect(runs.body.data).toMatchObject([{ id: crawlId, query: 'office chairs', dispatches: 0 }])
  expect(site.paths()).toEqual([])

  const stranger = await world.company()
  expect((await stranger.buyer.post(`/api/v1/crawls/${crawlId}/confirm`)).status).toBe(404)
  expect((await buyer.post(`/api/v1/crawls/${crawlId}/confirm`)).status).toBe(200)
  await expect
    .poll(async () => (await buyer.get(`/api/v1/crawls/${crawlId}`)).body.data.state, {
      timeout: 30_000,
    })
    .toBe('SUCCEEDED')
  const again = await confirm()
  expect(again.body.data.crawls).toMatchObject([
    { crawlId, state: 'SUCCEEDED', awaitingConfirmation: false },
  ])
})
