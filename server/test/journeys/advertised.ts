import { randomUUID } from 'node:crypto'
import { expect, vi } from 'vitest'
import { type AProductOptions, aProduct } from '#testing/catalog'
import type { Client, Reply } from './client.ts'
import { aSupplier } from './suppliers.ts'
import type { World } from './world.ts'

export const campaignsUrl = '/api/v1/ads/campaigns'

/** A word that no other test searches for. */
export const aWord = () =>
  `q${randomUUID().replaceAll('-', '').slice(0, 12).replace(/[0-9]/g, 'x')}`

/** A supplier whose product is found by a word of its own, and an active campaign for it. */
export async function anAdvertiser(
  world: World,
  {
    word = aWord(),
    campaign = {},
    product: options = {},
  }: { word?: string; campaign?: object; product?: AProductOptions } = {},
) {
  const supplier = await aSupplier(world)
  const product = await aProduct(world.parts.platform.database, {
    supplierCompanyId: supplier.id,
    name: `Bolt ${word}`,
    ...options,
  })
  const draft = draftOf(product.id, { state: 'ACTIVE', ...campaign })
  const { body } = await supplier.admin.post(campaignsUrl, draft)
  return { supplier, product, word, campaign: body.data, created: body }
}

export function draftOf(productId: string, over: object = {}) {
  return {
    name: 'Spring',
    budgetPerDay: { amount: '1000.00', currency: 'EUR' },
    bidPerClick: { amount: '0.80', currency: 'EUR' },
    productIds: [productId],
    ...over,
  }
}

export async function searchFor(client: Client, word: string, more = ''): Promise<Reply> {
  return client.get(`/api/v1/products?q=${encodeURIComponent(word)}${more}`)
}

/** The sponsored places of a search. */
export async function placesOf(client: Client, word: string, more = '') {
  const { body } = await searchFor(client, word, more)
  return (body.meta.sponsored ?? []) as SponsoredPlace[]
}

export type SponsoredPlace = {
  readonly label: string
  readonly position: number
  readonly product: { readonly id: string }
  readonly advertiser: { readonly id: string; readonly name: string }
  readonly clickUrl: string
  readonly why: string
  readonly auctionId: string
}

/** A person's browser follows the link, once. */
export function follow(clickUrl: string, headers: Record<string, string> = {}) {
  return fetch(clickUrl, {
    redirect: 'manual',
    headers: { 'user-agent': 'Mozilla/5.0', ...headers },
  })
}

/** The clicks of the campaign, newest first, once `count` of them are recorded. A click may be charged after its redirect. */
export async function clicksOf(client: Client, campaignId: string, count: number) {
  return vi.waitFor(
    async () => {
      const { body } = await client.get(`${campaignsUrl}/${campaignId}/clicks?limit=100`)
      const clicks = body.data as RecordedClick[]
      expect(clicks.reduce((sum, { repeats }) => sum + 1 + repeats, 0)).toBe(count)
      return clicks
    },
    { timeout: 10_000 },
  )
}

type RecordedClick = {
  readonly verdict: string
  readonly reason: string | null
  readonly price: { readonly amount: string }
  readonly repeats: number
}
