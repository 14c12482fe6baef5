import { createParser } from 'eventsource-parser'
import type { Call, Credential } from './call.ts'
import { expect, type Scene } from './scene.ts'

type SourceAnswer = { readonly id: string; readonly name: string; readonly url: string }

type OfferAnswer = {
  readonly id: string
  readonly name: string
  readonly price?: { readonly amount: string; readonly currency: string }
  readonly source: { readonly name: string }
}

type RequestAnswer = { readonly id: string; readonly state: string; readonly answeredBy: string }

const q = 'patch cable recycled jacket'

/** A crawl of a supplier's site, and a streamed search into which its products arrive. */
export async function crawl(
  scene: Scene,
  call: Call,
  as: Credential,
  baseUrl: string,
): Promise<void> {
  const source = await scene.step(
    'Find a supplier outside the catalogue',
    async () => {
      const { data } = await call<SourceAnswer[]>('GET', '/api/v1/crawl/sources', { as })
      const [first] = data.filter(({ url }) => new URL(url).pathname === '/supplier/')
      expect(first !== undefined, 'there is no source of the sandbox')
      return first
    },
    ({ name, url }) => `${name}: ${url}`,
  )
  await scene.step(
    'Crawl its site',
    () =>
      call<{ id: string; state: string }>('POST', '/api/v1/crawls', {
        as,
        body: { sourceId: source.id, query: q },
        expects: 202,
      }),
    ({ data }) => `${data.id}: ${data.state}`,
  )
  const offer = await seeOffers(scene, call, as, baseUrl)
  await requestOffer(scene, call, as, offer)
}

async function seeOffers(
  scene: Scene,
  call: Call,
  as: Credential,
  baseUrl: string,
): Promise<OfferAnswer> {
  const offers = await scene.step(
    `Stream a search for “${q}” while the crawl goes on`,
    async () => {
      const { data } = await call<{ stream: { url: string } }>('POST', '/api/v1/searches', {
        as,
        body: { q, sources: ['catalog', 'external'] },
        expects: 202,
      })
      return readOffers(new URL(data.stream.url, baseUrl))
    },
    (found) =>
      found
        .map(({ name, price, source }) => {
          const shown = price ? `${price.amount} ${price.currency}` : 'no price'
          return `${name}: ${shown}, external, from ${source.name}`
        })
        .join('\n    '),
  )
  const [first] = offers
  expect(first !== undefined, 'the crawl brought no product into the search')
  return first
}

/** Nobody has confirmed the offer, so it is requested instead of ordered. */
async function requestOffer(
  scene: Scene,
  call: Call,
  as: Credential,
  { id }: OfferAnswer,
): Promise<void> {
  await scene.step(
    'Request an offer of the first one',
    async () => {
      const { data: own } = await call<(RequestAnswer & { offer: { id: string } })[]>(
        'GET',
        '/api/v1/offer-requests?state=REQUESTED',
        { as },
      )
      const open = own.find(({ offer }) => offer.id === id)
      if (open) return open
      const path = `/api/v1/products/${id}/offer-requests`
      return (await call<RequestAnswer>('POST', path, { as, body: { quantity: 40 }, expects: 201 }))
        .data
    },
    (request) => `${request.id}: ${request.state}, to be answered by ${request.answeredBy}`,
  )
}

/** Follows the stream to its end. */
async function readOffers(url: URL): Promise<OfferAnswer[]> {
  const offers: OfferAnswer[] = []
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event !== 'products') return
      offers.push(...((JSON.parse(data) as { offers?: OfferAnswer[] }).offers ?? []))
    },
  })
  const response = await fetch(url)
  expect(response.ok && response.body !== null, `the stream answered ${response.status}`)
  const decoder = new TextDecoder()
  for await (const part of response.body ?? []) parser.feed(decoder.decode(part, { stream: true }))
  return offers
}
