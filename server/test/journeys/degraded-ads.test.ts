import { afterAll, describe, expect, it } from 'vitest'
import { ownRedis, redisUrl } from '#harness'
import { anAdvertiser, aWord, follow, placesOf, searchFor } from './advertised.ts'
import { aWorld, type World } from './world.ts'

const worlds: World[] = []
afterAll(async () => {
  for (const world of worlds) await world.close()
})

/** A world whose Redis can be stopped, with an advertiser whose places buyers have seen. */
async function aWorldWithAds(policy: string) {
  const redis = await ownRedis()
  const world = await aWorld({
    cacheUrl: redis.url,
    settings: { ADS_DEGRADED_MODE_POLICY: policy, ADS_FREQUENCY_CAP: '3' },
  })
  worlds.push(world)
  const word = aWord()
  const advertiser = await anAdvertiser(world, { word })
  const buyers = await world.company()
  return { world, redis, word, advertiser, buyers }
}

type Section = {
  readonly status: string
  readonly metrics: { readonly degradedControlEvents: number; readonly failClosed: boolean }
  readonly problems: readonly { readonly code: string }[]
}

async function controlsSection(world: World, surface = 'detailed'): Promise<Section> {
  const operator = await world.operator()
  const { body } = await operator.get(`/health/${surface}`)
  return (body as unknown as { readonly adsControls: Section }).adsControls
}

async function degradedEvents(world: World): Promise<number> {
  return (await controlsSection(world)).metrics.degradedControlEvents
}

/** Operators see it on both surfaces, and the problem has its runbook (`runbooks.test.ts`). */
async function expectDegraded(world: World, failClosed: boolean): Promise<void> {
  for (const surface of ['ops', 'detailed']) {
    expect(await controlsSection(world, surface), surface).toMatchObject({
      status: 'degraded',
      metrics: { failClosed },
      problems: [{ code: 'ads.controls-degraded' }],
    })
  }
}

describe.skipIf(!redisUrl())('while the cache is unreachable', () => {
  it('fail_open shows places within the opt-outs and caps that the process remembers', async () => {
    const { world, redis, word, buyers } = await aWorldWithAds('fail_open')
    await buyers.approver.put('/api/v1/ads/controls', { optedOut: true })
    expect(await placesOf(buyers.approver, word)).toEqual([])
    expect(await placesOf(buyers.buyer, word)).toHaveLength(1)
    expect(await degradedEvents(world)).toBe(0)
    await redis.stop()

    const served = await placesOf(buyers.buyer, word)
    const optedOut = await placesOf(buyers.approver, word)

    expect(served).toHaveLength(1)
    expect(optedOut).toEqual([])
    expect(await degradedEvents(world)).toBe(2)
    await expectDegraded(world, false)
    // The third showing reaches the cap, which the process counts by itself.
    expect(await placesOf(buyers.buyer, word)).toHaveLength(1)
    expect(await placesOf(buyers.buyer, word)).toEqual([])
    expect((await follow(served[0]?.clickUrl ?? '')).status).toBe(302)
  })

  it('fail_closed shows no places, and the search continues', async () => {
    const { world, redis, word, buyers, advertiser } = await aWorldWithAds('fail_closed')
    expect(await placesOf(buyers.buyer, word)).toHaveLength(1)
    await redis.stop()

    const { status, body } = await searchFor(buyers.buyer, word)

    expect(status).toBe(200)
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([advertiser.product.id])
    expect(body.meta.sponsored).toBeUndefined()
    expect(await degradedEvents(world)).toBe(1)
    await expectDegraded(world, true)
    const back = await ownRedis(redis.port)
    await expect.poll(() => placesOf(buyers.buyer, word), { timeout: 20_000 }).toHaveLength(1)
    await back.stop()
  })
})
