import { articles } from '@purveyor/sandbox'
import { createParser } from 'eventsource-parser'
import { describe, expect, it } from 'vitest'
import { ExpireRequests } from '#modules/offers'
import { sql } from '#platform/db'
import { enqueue } from '#platform/jobs'
import { anExternalOffer } from '#testing/external-offer'
import { aPage, useSupplierSite } from '#testing/hosts/supplier-site'
import { aCompany, aPerson } from '#testing/identity'
import { aReceiver, type Receiver } from '#testing/webhooks'
import { type Client, createClient } from './client.ts'
import { buyByCard, fillCart } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const ours = await world.company()
const theirs = await world.company()
const supplierId = await aCompany(database, { supplier: true })
const { email, password } = await aPerson(database, {
  companyId: supplierId,
  role: 'company_admin',
})
const { body: signedIn } = await world.anybody.post('/auth/login', { email, password })
const supplier = createClient(world.baseUrl, { bearer: signedIn.data.accessToken })
const operator = await world.operator()
const soon = () => new Date(Date.now() + 86_400_000).toISOString()

describe('a buyer finds an external product, requests an offer, and orders it when the supplier confirms', async () => {
  const site = await useSupplierSite()
  const article = {
    sku: 'TRAY-1',
    name: 'Galvanised quernstone tray',
    price: '19.95',
    brand: 'Querna',
  }
  site.pages.set('/', aPage([], [article]))
  const source = { name: 'Querna shop', kind: 'site', url: site.url, supplierId }
  let offerId = ''
  let requestId = ''
  let orderProductId = ''

  it('the search waits for the run and streams the offer, to this company alone', async () => {
    const made = await ours.admin.post('/api/v1/crawl/sources', source)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    expect(made.body.data).toMatchObject({ supplierId, supplierConfirmed: false })
    // An administrator may name any company. Its requests reach it once an operator has confirmed the link.
    const sourcePath = `/api/v1/crawl/sources/${made.body.data.id}`
    const confirmed = await operator.patch(sourcePath, { supplierId })
    expect(confirmed.body.data).toMatchObject({ supplierId, supplierConfirmed: true })
    const run = await ours.buyer.post('/api/v1/crawls', { sourceId: made.body.data.id })
    expect(run.status).toBe(202)

    const [own, foreign] = await Promise.all([offersFor(ours.buyer), offersFor(theirs.buyer)])
    expect(own).toMatchObject([
      {
        external: true,
        name: article.name,
        source: { name: 'Querna shop' },
        price: { amount: '19.95', currency: 'EUR' },
        sources: { price: { kind: 'json-ld' } },
      },
    ])
    expect(own[0]?.ageSeconds).toBeTypeOf('number')
    expect(foreign).toEqual([])
    offerId = own[0]?.id ?? ''
  })

  it('it cannot be ordered before somebody confirms it', async () => {
    const put = await ours.buyer.post('/api/v1/cart/items', { productId: offerId, quantity: 5 })
    expect(put).toMatchObject({
      status: 404,
      body: { meta: { code: 'cart.product_not_found' } },
    })
    const path = `/api/v1/products/${offerId}/offer-requests`
    const foreign = await theirs.buyer.post(path, { quantity: 5 })
    expect(foreign).toMatchObject({
      status: 404,
      body: { meta: { code: 'offers.offer_not_found' } },
    })

    const requested = await ours.buyer.post(path, { quantity: 5, note: 'To Hamburg.' })
    expect(requested, JSON.stringify(requested.body)).toMatchObject({
      status: 201,
      body: { data: { state: 'REQUESTED', answeredBy: 'supplier', supplierId, country: 'DE' } },
    })
    requestId = requested.body.data.id
    const again = await ours.buyer.post(path, { quantity: 7 })
    expect(again).toMatchObject({
      status: 409,
      body: { meta: { code: 'offers.request_exists', details: { requestId } } },
    })
    await expect
      .poll(() => mailsTo(email), { timeout: 20_000 })
      .toEqual([`Offer request: 5 × ${article.name}`])
  })

  it('the supplier sees the request and confirms it; others cannot', async () => {
    const listed = await supplier.get('/api/v1/supplier/offer-requests?state=REQUESTED')
    expect(listed.body.data).toMatchObject([{ id: requestId, note: 'To Hamburg.', quantity: 5 }])
    const path = `/api/v1/offer-requests/${requestId}`
    const price = { amount: '17.25', currency: 'EUR' }
    const answer = { unitPrice: price, validUntil: soon(), leadTimeDays: 3 }
    expect((await theirs.buyer.get(path)).status).toBe(404)
    for (const stranger of [theirs.admin, ours.admin]) {
      expect((await stranger.post(`${path}/confirm`, answer)).status).toBe(404)
      expect((await stranger.post(`${path}/decline`)).status).toBe(404)
    }
    const past = { ...answer, validUntil: '2020-01-01T00:00:00Z' }
    expect((await supplier.post(`${path}/confirm`, past)).body.meta.code).toBe(
      'offers.validity_invalid',
    )
    const receivers = await Promise.all([listen(ours.integration), listen(supplier)])
    const confirmed = await supplier.post(`${path}/confirm`, answer)
    expect(confirmed, JSON.stringify(confirmed.body)).toMatchObject({
      status: 200,
      body: { data: { state: 'CONFIRMED', unitPrice: price, leadTimeDays: 3 } },
    })
    expect((await supplier.post(`${path}/confirm`, answer)).body.meta.code).toBe(
      'offers.request_over',
    )
    orderProductId = confirmed.body.data.orderProductId
    for (const receiver of receivers) {
      await expect
        .poll(() => eventsOf(receiver), { timeout: 20_000 })
        .toContainEqual(expect.objectContaining({ type: 'offer.confirmed' }))
      expect(eventsOf(receiver)).toMatchObject([{ data: { requestId, orderProductId } }])
      await receiver.close()
    }
  })

  it('the buyer orders it at the confirmed price; nobody else sees the product', async () => {
    const product = await ours.buyer.get(`/api/v1/products/${orderProductId}`)
    expect(product.body.data).toMatchObject({
      name: article.name,
      supplier: { id: supplierId },
      price: { moq: 5, list: { amount: '17.25', currency: 'EUR' } },
      availability: { available: 5, leadTimeDays: 3 },
    })
    for (const stranger of [theirs.buyer, supplier]) {
      expect((await stranger.get(`/api/v1/products/${orderProductId}`)).status).toBe(404)
    }
    const line = { productId: orderProductId, quantity: 5 }
    expect((await theirs.buyer.post('/api/v1/cart/items', line)).status).toBe(404)
    // The catalogue does not find it, not even for the company that may order it.
    const found = await ours.buyer.get('/api/v1/products?q=quernstone%20tray')
    expect(found.body.data).toEqual([])

    const { orderId } = await buyByCard(ours.buyer, await fillCart(ours.buyer, [line]))
    const order = await ours.buyer.get(`/api/v1/orders/${orderId}`)
    expect(order.body.data.lines).toMatchObject([
      { productId: orderProductId, quantity: 5, unitPrice: { amount: '17.25', currency: 'EUR' } },
    ])
    const supplied = await supplier.get(`/api/v1/supplier/orders/${orderId}`)
    expect(supplied.status).toBe(200)
  })
})

describe('operators answer where the supplier has no company', async () => {
  const site = await useSupplierSite()
  const names = ['Basalt quoin clamp one', 'Basalt quoin clamp two']
  site.pages.set(
    '/',
    aPage(
      [],
      names.map((name, at) => ({ sku: `Q-${at}`, name })),
    ),
  )

  it('they confirm one request, which can be ordered, and decline another', async () => {
    const source = { name: 'Clamps', kind: 'site', url: site.url }
    const made = await operator.post('/api/v1/crawl/sources', source)
    await operator.post('/api/v1/crawls', { sourceId: made.body.data.id })
    const offers = await offersFor(ours.buyer, 'quoin clamp')
    expect(offers.map(({ name }) => name).sort()).toEqual(names)
    const [one = '', two = ''] = await Promise.all(
      offers.map(async ({ id }) => {
        const path = `/api/v1/products/${id}/offer-requests`
        return (await ours.buyer.post(path, { quantity: 2 })).body.data.id as string
      }),
    )
    const open = await operator.get('/api/v1/supplier/offer-requests?state=REQUESTED')
    const ids = open.body.data.map(({ id }: { id: string }) => id)
    expect(ids).toEqual(expect.arrayContaining([one, two]))

    const answer = {
      unitPrice: { amount: '3.10', currency: 'EUR' },
      validUntil: soon(),
      leadTimeDays: 9,
    }
    const confirmed = await operator.post(`/api/v1/offer-requests/${one}/confirm`, answer)
    expect(confirmed.body.data).toMatchObject({ state: 'CONFIRMED', answeredBy: 'operators' })
    const reason = 'Not made any more.'
    const declined = await operator.post(`/api/v1/offer-requests/${two}/decline`, { reason })
    expect(declined.body.data).toMatchObject({ state: 'DECLINED', reason, orderProductId: null })

    const line = { productId: confirmed.body.data.orderProductId, quantity: 2 }
    await buyByCard(ours.buyer, await fillCart(ours.buyer, [line]))
    const own = await ours.buyer.get('/api/v1/offer-requests')
    expect(
      own.body.data
        .slice(0, 2)
        .map(({ state }: { state: string }) => state)
        .sort(),
    ).toEqual(['CONFIRMED', 'DECLINED'])
    expect((await theirs.buyer.get('/api/v1/offer-requests')).body.data).toEqual([])
  })
})

describe('the feed of the supplier of the sandbox', () => {
  it('is read as a source of its own, with the facts that it states', async () => {
    const url = `${world.sandboxUrl}/supplier/feed.xml`
    const source = { name: 'Nordlicht feed', kind: 'feed', url }
    const made = await theirs.admin.post('/api/v1/crawl/sources', source)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const run = await theirs.buyer.post('/api/v1/crawls', { sourceId: made.body.data.id })
    const runPath = `/api/v1/crawls/${run.body.data.id}`
    await expect
      .poll(async () => (await theirs.buyer.get(runPath)).body.data.state, { timeout: 30_000 })
      .toBe('SUCCEEDED')
    const path = `/api/v1/crawl/sources/${made.body.data.id}/offers`
    const offers: { sku: string }[] = (await theirs.buyer.get(path)).body.data
    expect(offers.map(({ sku }) => sku).sort()).toEqual(articles.map(({ sku }) => sku).sort())
    for (const { sku, gtin, name, description, price, isInStock } of articles) {
      expect(offers.find((offer) => offer.sku === sku)).toMatchObject({
        name,
        description,
        brand: 'Nordlicht',
        mpn: sku,
        gtins: [gtin],
        price: { amount: String(Number(price)), currency: 'EUR' },
        availability: isInStock ? 'IN_STOCK' : 'OUT_OF_STOCK',
        url: `${world.sandboxUrl}/supplier/products/${sku}`,
        sources: { price: { kind: 'merchant' }, name: { kind: 'merchant' } },
      })
    }
    expect((await theirs.buyer.get(runPath)).body.data).toMatchObject({ offers: articles.length })
  })
})

describe('a company that an administrator names as the supplier', () => {
  it('gets neither the request nor a mail before an operator confirms the link: operators answer', async () => {
    const victimId = await aCompany(database, { supplier: true })
    const person = await aPerson(database, { companyId: victimId, role: 'company_admin' })
    const requestOf = async (isConfirmed: boolean, name: string) => {
      const supplier = { id: victimId, isConfirmed }
      const id = await anExternalOffer(database, { companyId: ours.companyId, name, supplier })
      const path = `/api/v1/products/${id}/offer-requests`
      return (await ours.buyer.post(path, { quantity: 3, note: 'Buy now!' })).body.data
    }
    const unconfirmed = await requestOf(false, 'Unconfirmed clamp')
    expect(unconfirmed).toMatchObject({ answeredBy: 'operators', supplierId: null })
    const confirmed = await requestOf(true, 'Confirmed clamp')
    expect(confirmed).toMatchObject({ answeredBy: 'supplier', supplierId: victimId })

    const open = await operator.get('/api/v1/supplier/offer-requests?state=REQUESTED')
    const ids = open.body.data.map(({ id }: { id: string }) => id)
    expect(ids).toContain(unconfirmed.id)
    expect(ids).not.toContain(confirmed.id)
    await expect
      .poll(() => mailsTo(person.email), { timeout: 20_000 })
      .toEqual(['Offer request: 3 × Confirmed clamp'])
  })
})

describe('the quantity of a request', () => {
  const requestOf = async (quantity: number, unit?: string) => {
    const { companyId, buyer } = ours
    const name = `Cut cable ${quantity} ${unit}`
    const id = await anExternalOffer(database, { companyId, name, ...(unit && { unit }) })
    return buyer.post(`/api/v1/products/${id}/offer-requests`, { quantity })
  }

  it('has decimals in a divisible unit, and is sold in them', async () => {
    const { body } = await requestOf(2.5, 'MTR')
    expect(body.data).toMatchObject({ state: 'REQUESTED', quantity: 2.5 })
    const answer = { unitPrice: { amount: '3.10', currency: 'EUR' }, validUntil: soon() }
    const path = `/api/v1/offer-requests/${body.data.id}/confirm`
    const confirmed = (await operator.post(path, { ...answer, leadTimeDays: 1 })).body.data
    const product = await ours.buyer.get(`/api/v1/products/${confirmed.orderProductId}`)
    expect(product.body.data).toMatchObject({
      price: { moq: 2.5, multiple: 0.001, unit: 'MTR' },
      availability: { available: 2.5 },
    })
    const version = await fillCart(ours.buyer, [
      { productId: confirmed.orderProductId, quantity: 2.5 },
    ])
    const bought = await buyByCard(ours.buyer, version)
    const order = (await ours.buyer.get(`/api/v1/orders/${bought.orderId}`)).body.data
    expect(order.lines).toMatchObject([{ quantity: 2.5, lineTotal: { amount: '7.75' } }])
  })

  it('is whole in a counted unit, and has at most three decimals', async () => {
    for (const unit of [undefined, 'XBX']) {
      expect(await requestOf(2.5, unit)).toMatchObject({
        status: 422,
        body: { meta: { code: 'offers.quantity_not_whole', details: { unit: unit ?? 'C62' } } },
      })
    }
    for (const quantity of [0.0001, 0, 1e9]) {
      expect((await requestOf(quantity, 'MTR')).status).toBe(400)
    }
  })
})

describe('time ends offers', () => {
  it('a request that nobody answers, and a confirmed price: its product cannot be ordered any more', async () => {
    const [open, confirmed] = [await aRequest('Open clamp'), await aRequest('Confirmed clamp')]
    const price = { amount: '2.00', currency: 'EUR' }
    const answer = { unitPrice: price, validUntil: soon(), leadTimeDays: 1 }
    const { body } = await operator.post(`/api/v1/offer-requests/${confirmed}/confirm`, answer)
    const { orderProductId: productId } = body.data
    await fillCart(theirs.buyer, [{ productId, quantity: 4 }])

    await sql`update offers.requests set expires_at = now() - interval '1 second'
      where company_id = ${theirs.companyId} and id = any(${[open, confirmed]})`.execute(
      database.pool,
    )
    const late = await operator.post(`/api/v1/offer-requests/${open}/confirm`, answer)
    expect(late).toMatchObject({ status: 409, body: { meta: { code: 'offers.request_over' } } })
    await database.transaction(async (tx) => enqueue(tx, ExpireRequests, {}, { now: new Date() }))
    for (const id of [open, confirmed]) {
      await expect.poll(() => stateOf(id), { timeout: 20_000 }).toBe('EXPIRED')
    }
    expect((await theirs.buyer.get(`/api/v1/products/${productId}`)).status).toBe(404)
    const cart = await theirs.buyer.get('/api/v1/cart')
    expect(cart.body.data.problems).toMatchObject([{ code: 'cart.product_discontinued' }])
  })

  const stateOf = async (id: string) =>
    (await theirs.buyer.get(`/api/v1/offer-requests/${id}`)).body.data.state

  async function aRequest(name: string): Promise<string> {
    const id = await anExternalOffer(database, { companyId: theirs.companyId, name })
    const path = `/api/v1/products/${id}/offer-requests`
    return (await theirs.buyer.post(path, { quantity: 4 })).body.data.id
  }
})

/** The external offers of a streamed search, when it has ended. */
async function offersFor(client: Client, q = 'quernstone tray') {
  const wanted = { q, sources: ['catalog', 'external'] }
  const begun = await client.post('/api/v1/searches', wanted)
  const path = `/api/v1/searches/${begun.body.data.id}/stream`
  const response = await fetch(`${world.baseUrl}${path}`, { headers: client.headers })
  const offers: { id: string; name: string; ageSeconds: number }[] = []
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === 'products') offers.push(...(JSON.parse(data).offers ?? []))
    },
  })
  const decoder = new TextDecoder()
  for await (const part of response.body ?? []) parser.feed(decoder.decode(part, { stream: true }))
  return offers
}

async function mailsTo(address: string): Promise<string[]> {
  const url = `${world.sandboxUrl}/mailbox/messages?to=${encodeURIComponent(address)}`
  const { messages } = (await (await fetch(url)).json()) as { messages: { subject: string }[] }
  return messages.map(({ subject }) => subject)
}

async function listen(client: Client): Promise<Receiver> {
  const receiver = await aReceiver()
  const wanted = { name: 'ERP', url: receiver.url, events: ['offer.*'] }
  const made = await client.post('/api/v1/webhooks', wanted)
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  return receiver
}

const eventsOf = ({ received }: Receiver) =>
  received.map(({ body }) => JSON.parse(body) as { type: string; data: object })
