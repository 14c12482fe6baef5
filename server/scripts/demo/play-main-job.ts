import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { LocalAccess } from '../../src/start/seed-local.ts'
import { askModel } from './ask-model.ts'
import { type Call, type Credential, createCaller } from './call.ts'
import { chat } from './play-chat.ts'
import { crawl } from './play-crawl.ts'
import { fulfil } from './play-fulfilment.ts'
import { agreeOnLaterDay } from './play-proposal.ts'
import { buy } from './play-purchase.ts'
import { requisition } from './play-requisition.ts'
import { standingOrder } from './play-standing-order.ts'
import { expect, type Scene } from './scene.ts'
import type { CartAnswer, OrderAnswer, ProductAnswer, ReceivedDelivery } from './shapes.ts'

/** Search, cart, checkout, payment, order, webhooks: all through the public HTTP API. */
export async function playMainJob(scene: Scene, access: LocalAccess): Promise<void> {
  const call = createCaller(access.baseUrl)
  const buyer = await signIn(scene, call, access)
  await chat(scene, call, buyer)
  const receiver = await subscribe(scene, call, access)
  const product = await findProduct(scene, call, buyer)
  await seeSponsoredPlace(scene, call, buyer)
  await openPicture(scene, product)
  await askModel(scene, { baseUrl: access.baseUrl, call, as: buyer }, product)
  await fillCart(scene, call, buyer, product)
  const orderId = await buy(scene, call, buyer)
  await readOrder(scene, call, buyer, orderId)
  await seeDeliveries(scene, receiver, orderId)
  await fulfil(scene, call, { buyer, access }, orderId)
  await agreeOnLaterDay(scene, call, { buyer, access })
  await requisition(scene, call, buyer, product)
  await standingOrder(scene, call, buyer, product)
  await unsubscribe(scene, call, access, receiver)
  await crawl(scene, call, buyer, access.baseUrl)
}

async function signIn(scene: Scene, call: Call, { buyer }: LocalAccess): Promise<Credential> {
  const tokens = await scene.step(
    'Sign in as the buyer',
    () => call<{ accessToken: string; expiresIn: number }>('POST', '/auth/login', { body: buyer }),
    ({ data }) => `an access token for ${data.expiresIn} s, and a refresh token`,
  )
  const credential = { bearer: tokens.data.accessToken }
  await scene.step(
    'Who am I?',
    () =>
      call<{ person: { name: string; roles: string[] }; company: { name: string } }>(
        'GET',
        '/api/v1/me',
        { as: credential },
      ),
    ({ data }) => `${data.person.name} (${data.person.roles.join(', ')}) of ${data.company.name}`,
  )
  return credential
}

type Receiver = { readonly id: string; readonly url: string }

async function subscribe(
  scene: Scene,
  call: Call,
  { apiKey, receiverUrl }: LocalAccess,
): Promise<Receiver> {
  const url = `${receiverUrl}/demo-${randomUUID().slice(0, 8)}`
  const { id } = await scene.step(
    'Subscribe a receiver to two kinds of events',
    async () => {
      const created = await call<{ id: string; secret: string }>('POST', '/api/v1/webhooks', {
        as: { apiKey },
        body: { name: 'Demo', url, events: ['order.created', 'payment.succeeded'] },
      })
      const { secret } = created.data
      const response = await fetch(`${url}/secret`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ secret }),
      })
      expect(response.ok, 'the receiver did not take the secret')
      return created.data
    },
    (created) => `${created.id}; its secret was shown once and given to the receiver`,
  )
  return { id, url }
}

async function findProduct(scene: Scene, call: Call, as: Credential): Promise<ProductAnswer> {
  const found = await scene.step(
    'Search for “cat6 patch cable blue”',
    () =>
      call<ProductAnswer[]>('GET', '/api/v1/products?q=cat6%20patch%20cable%20blue&limit=5', {
        as,
      }),
    ({ data, meta }) =>
      `${meta.totalIsLowerBound ? 'over ' : ''}${meta.total} found in ${meta.tookMs} ms; first: ${data[0]?.name}`,
  )
  expect(found.data.length > 0, 'nothing was found')
  const narrowed = await scene.step(
    'The same under 20 EUR, to be shipped to Germany',
    () =>
      call<ProductAnswer[]>(
        'GET',
        '/api/v1/products?q=cat6%20patch%20cable%20blue&maxPrice=20&currency=EUR&country=DE&limit=20',
        { as },
      ),
    ({ data, meta }) => {
      const facets = meta.facets as { brand: { value: string; count: number }[] }
      const brands = facets.brand.slice(0, 3).map(({ value, count }) => `${value} (${count})`)
      return `${meta.total} found; brands: ${brands.join(', ')}; ${data.length} on this page`
    },
  )
  const [first] = narrowed.data.filter(
    ({ availability, price }) =>
      availability.available >= 50 && price.moq <= 10 && price.multiple === 1,
  )
  expect(first !== undefined, 'nothing of this is in stock')
  const { data: product } = await scene.step(
    'Read the product',
    () => call<ProductAnswer>('GET', `/api/v1/products/${first.id}`, { as }),
    ({ data }) =>
      `${data.brand} ${data.mpn}: ${data.price.list.amount} ${data.price.list.currency}, ${data.availability.available} in stock, ${data.availability.leadTimeDays} days`,
  )
  return product
}

type Place = {
  readonly label: string
  readonly position: number
  readonly product: { readonly name: string }
  readonly advertiser: { readonly name: string }
}

/** Beside the result, never in it. An answer has none if its places are not ready in time. */
async function seeSponsoredPlace(scene: Scene, call: Call, as: Credential): Promise<void> {
  await scene.step(
    'See a sponsored place beside the result',
    async () => {
      for (let tries = 0; tries < 10; tries += 1) {
        const { meta } = await call('GET', '/api/v1/products?q=cat6%20patch%20cable%20blue', { as })
        const [place] = (meta.sponsored ?? []) as readonly Place[]
        if (place) return place
        await wait(100)
      }
      throw new Error('there is no sponsored place')
    },
    ({ label, product, advertiser, position }) =>
      `${label}: ${product.name}, paid by ${advertiser.name}, before product ${position + 1}`,
  )
}

/** As an `<img>` does: without a credential. The first request may get the drawing that stands for the picture. */
async function openPicture(scene: Scene, { image }: ProductAnswer): Promise<void> {
  await scene.step(
    'Open its picture',
    async () => {
      for (let tries = 0; tries < 10; tries += 1) {
        const response = await fetch(image.url, { headers: { accept: 'image/webp,image/*' } })
        const bytes = (await response.arrayBuffer()).byteLength
        expect(response.status === 200, `the picture answered ${response.status}`)
        if (response.headers.get('x-image-fallback') === null) {
          return { type: response.headers.get('content-type'), bytes }
        }
        await wait(500)
      }
      throw new Error('the picture is still a drawing that stands for it')
    },
    ({ type, bytes }) => `${image.url} opens: ${type}, ${bytes} bytes`,
  )
}

async function fillCart(
  scene: Scene,
  call: Call,
  as: Credential,
  product: ProductAnswer,
): Promise<void> {
  await scene.step(
    'Start with an empty cart',
    async () => {
      const { data: cart } = await call<CartAnswer>('GET', '/api/v1/cart', { as })
      if (cart.items.length === 0) return cart
      const version = `expectedSnapshotVersion=${cart.snapshotVersion}`
      return (await call<CartAnswer>('DELETE', `/api/v1/cart?${version}`, { as })).data
    },
    (cart) => `${cart.mode}, version ${cart.snapshotVersion}`,
  )
  const quantity = Math.max(2, product.price.moq)
  const added = await scene.step(
    `Add ${quantity} of it`,
    () =>
      call<CartAnswer>('POST', '/api/v1/cart/items', {
        as,
        body: { productId: product.id, quantity },
        expects: 201,
      }),
    ({ data }) => totalOf(data),
  )
  const [item] = added.data.items
  expect(item !== undefined, 'the cart is still empty')
  const change = (expectedItemVersion: number, to: number, expects: number) =>
    call<CartAnswer>('PATCH', `/api/v1/cart/items/${item.id}`, {
      as,
      body: { quantity: to, expectedItemVersion },
      expects,
    })
  await scene.step(
    'Change the quantity',
    () => change(item.itemVersion, quantity + 1, 200),
    ({ data }) => totalOf(data),
  )
  await scene.step(
    'Change it again with the version from before',
    () => change(item.itemVersion, quantity + 2, 409),
    ({ status, meta }) =>
      `${status} ${meta.code}, nothing changed: ${JSON.stringify(meta.details)}`,
  )
  await scene.step(
    'Read the cart again and retry with the fresh version',
    async () => {
      const { data: fresh } = await call<CartAnswer>('GET', '/api/v1/cart', { as })
      const current = fresh.items.find(({ id }) => id === item.id)
      expect(current !== undefined, 'the line is gone')
      return change(current.itemVersion, quantity + 2, 200)
    },
    ({ data }) => totalOf(data),
  )
}

function totalOf({ items, totals }: CartAnswer): string {
  const { amount, currency } = totals.total ?? totals.subtotal
  const tax = totals.tax ? ` with ${totals.tax.amount} tax` : ''
  const pieces = items.map(({ quantity, product }) => `${quantity} × ${product.mpn}`)
  return `${pieces.join(', ')}: ${amount} ${currency}${tax}`
}

async function readOrder(scene: Scene, call: Call, as: Credential, orderId: string): Promise<void> {
  const { data: order } = await scene.step(
    'Read the order',
    () => call<OrderAnswer>('GET', `/api/v1/orders/${orderId}`, { as }),
    ({ data }) =>
      `${data.number}: ${data.state}, ${data.paymentState}, ${data.total.amount} ${data.total.currency}`,
  )
  expect(order.paymentState === 'PAID', `the order is ${order.paymentState}`)
  await scene.step(
    'The cart is empty and free again',
    async () => {
      const { data: cart } = await call<CartAnswer>('GET', '/api/v1/cart', { as })
      expect(cart.items.length === 0 && cart.lock === null, 'something was left in the cart')
      return cart
    },
    ({ items, lock }) => `${items.length} lines, lock: ${lock}`,
  )
}

const deliveryPatienceMs = 20_000

async function seeDeliveries(scene: Scene, receiver: Receiver, orderId: string): Promise<void> {
  for (const kind of ['payment.succeeded', 'order.created']) {
    await scene.step(
      `The receiver got ${kind}`,
      () => waitForDelivery(receiver, kind),
      ({ id, verified, body }) => {
        const { sequence, data } = JSON.parse(body) as {
          sequence: number
          data: { number?: string }
        }
        const isAbout = JSON.stringify(data).includes(orderId)
        const about = isAbout ? `about ${data.number ?? orderId}` : 'of the payment'
        return `${id}, signature ${verified ? 'verified' : 'NOT verified'}, sequence ${sequence}, ${about}`
      },
    )
  }
}

/** Removes the receiver again, because a company has a limited number of receivers. */
async function unsubscribe(
  scene: Scene,
  call: Call,
  { apiKey }: LocalAccess,
  { id }: Receiver,
): Promise<void> {
  await scene.step(
    'Unsubscribe the receiver',
    () => call('DELETE', `/api/v1/webhooks/${id}`, { as: { apiKey } }),
    () => `${id} is gone; its deliveries can still be read`,
  )
}

async function waitForDelivery({ url }: Receiver, kind: string): Promise<ReceivedDelivery> {
  const until = performance.now() + deliveryPatienceMs
  while (performance.now() < until) {
    const response = await fetch(`${url}/deliveries`)
    const { deliveries } = (await response.json()) as { deliveries: ReceivedDelivery[] }
    const found = deliveries.find(({ event }) => event === kind)
    if (found) {
      expect(found.verified === true, `the signature of ${kind} is wrong`)
      return found
    }
    await wait(50)
  }
  throw new Error(`${kind} was not delivered within ${deliveryPatienceMs / 1_000} s`)
}
