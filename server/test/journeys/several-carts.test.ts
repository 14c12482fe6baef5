import { describe, expect, it } from 'vitest'
import { aProduct, stockOf } from '#testing/catalog'
import { aPerson } from '#testing/identity'
import { useReceiver } from '#testing/webhooks'
import { aKey, type Client } from './client.ts'
import { checkOut, giveCredit, handOver, shipTo } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const [bolt, nut] = [await aPart(), await aPart()]

describe('several carts', () => {
  it('wait beside the active one until their owner activates them', async () => {
    const { buyer } = await world.company()
    const { data: first } = (await buyer.get('/api/v1/cart')).body
    const { id, ...made } = await aCartNamed(buyer, ' Workshop in Lyon ')
    expect(made).toMatchObject({ name: 'Workshop in Lyon', active: false, lineCount: 0 })

    const added = await buyer.post(`/api/v1/carts/${id}/items`, { productId: bolt, quantity: 2 })
    expect([added.status, added.body.data.id]).toEqual([201, id])
    expect((await buyer.get('/api/v1/cart')).body.data).toMatchObject({ id: first.id, items: [] })

    const activated = await buyer.post(`/api/v1/carts/${id}/activate`)
    const { data: active } = (await buyer.get('/api/v1/cart')).body
    expect(active).toMatchObject({ id, items: [{ product: { id: bolt }, quantity: 2 }] })
    expect(activated.body.data).toMatchObject({ id, snapshotVersion: active.snapshotVersion })
    const again = await buyer.post(`/api/v1/carts/${id}/activate`)
    expect(again.body.data.snapshotVersion).toBe(active.snapshotVersion)
    expect(await names(buyer)).toEqual(['Workshop in Lyon, active', null])
    const others = await buyer.get('/api/v1/carts?active=false')
    expect(others.body.data).toMatchObject([{ id: first.id, name: null, active: false }])
  })

  it('begin with an active one, whichever request makes it', async () => {
    const { buyer } = await world.company()
    const { id, active } = await aCartNamed(buyer, 'First')
    expect(active).toBe(true)
    expect((await buyer.get('/api/v1/cart')).body.data.id).toBe(id)
  })

  it('never let a version of one cart fit another one that became active', async () => {
    const { buyer } = await world.company()
    const seen = await add(buyer, '/api/v1/cart', bolt)
    const { id } = await aCartNamed(buyer, 'Other')
    const other = await add(buyer, `/api/v1/carts/${id}`, nut)
    expect(other.snapshotVersion).toBe(seen.snapshotVersion)

    await buyer.post(`/api/v1/carts/${id}/activate`)
    const expected = { expectedSnapshotVersion: seen.snapshotVersion }
    const cleared = await buyer.delete('/api/v1/cart', expected)
    expect([cleared.status, cleared.body.meta.code]).toEqual([409, 'cart.version_conflict'])
    const bought = await checkOut(buyer, seen.snapshotVersion)
    expect(bought.body.meta.code).toBe('cart.version_conflict')
    const back = await buyer.post(`/api/v1/carts/${seen.id}/activate`)
    const { current } = cleared.body.meta.details as { current: number }
    expect(back.body.data.snapshotVersion).toBeGreaterThan(current)
  })

  it('each follow the contract of concurrency', async () => {
    const { buyer } = await world.company()
    await buyer.get('/api/v1/cart')
    const { id } = await aCartNamed(buyer, 'Careful')
    const url = `/api/v1/carts/${id}`
    const { items, snapshotVersion } = await add(buyer, url, bolt)
    const line = `${url}/items/${items[0].id}`
    const twice = await buyer.post(`${url}/items`, { productId: bolt, quantity: 1 })
    expect(twice.body.meta.code).toBe('cart.item_exists')
    const blind = await buyer.patch(line, { quantity: 3 })
    expect([blind.status, blind.body.meta.code]).toEqual([400, 'cart.expected_version_required'])
    const changed = await buyer.patch(line, { quantity: 3, expectedItemVersion: 1 })
    expect(changed.body.data.items).toMatchObject([{ quantity: 3, itemVersion: 2 }])
    const stale = await buyer.delete(line, { expectedItemVersion: 1 })
    expect(stale.body.meta).toMatchObject({
      code: 'cart.version_conflict',
      details: { expected: 1, current: 2 },
    })
    const renamed = await buyer.patch(url, { name: 'Calm', expectedSnapshotVersion: 3 })
    expect([renamed.status, snapshotVersion]).toEqual([200, 2])
    const late = await buyer.patch(url, { name: 'Late', expectedSnapshotVersion: 3 })
    expect(late.body.meta.code).toBe('cart.version_conflict')
    const unseen = await buyer.patch(url, { name: 'Blind' })
    expect(unseen.body.meta.code).toBe('cart.expected_version_required')
    const wished = { items: [{ productId: bolt, quantity: 1 }], allOrNothing: true }
    const batch = await buyer.post(`${url}/items/batch`, wished)
    expect(batch.body.meta.code).toBe('cart.items_refused')
    const cleared = await buyer.delete(`${url}/items?expectedSnapshotVersion=4`)
    expect(cleared.body.data).toMatchObject({ id, items: [] })
    expect(await names(buyer)).toEqual(['Calm', 'active'])
  })

  it('are deleted in the version that their owner has seen, and never while they are active', async () => {
    const { buyer } = await world.company()
    const active = (await buyer.get('/api/v1/cart')).body.data
    const { id } = await aCartNamed(buyer, 'Short')
    await add(buyer, `/api/v1/carts/${id}`, bolt)
    const codeOf = async (path: string) => (await buyer.delete(path)).body.meta.code
    expect(await codeOf(`/api/v1/carts/${id}`)).toBe('cart.expected_version_required')
    expect(await codeOf(`/api/v1/carts/${id}?expectedSnapshotVersion=1`)).toBe(
      'cart.version_conflict',
    )
    expect(await codeOf(`/api/v1/carts/${active.id}?expectedSnapshotVersion=1`)).toBe(
      'cart.active_not_deletable',
    )
    const held = await checkOut(buyer, 2, { cartId: id })
    expect(await codeOf(`/api/v1/carts/${id}?expectedSnapshotVersion=2`)).toBe(
      'cart.locked_by_checkout',
    )
    await buyer.post(`/api/v1/checkout/${held.body.data.id}/cancel`)
    const deleted = await buyer.delete(`/api/v1/carts/${id}?expectedSnapshotVersion=2`)
    expect(deleted.body.data).toMatchObject({ id, name: 'Short', lineCount: 1 })
    expect((await buyer.get(`/api/v1/carts/${id}`)).body.meta.code).toBe('cart.not_found')
    expect(await names(buyer)).toEqual(['active'])
  })

  it('can each be ordered, and are empty and free afterwards', async () => {
    const { buyer, companyId } = await world.company()
    await giveCredit(world, companyId)
    const mine = await add(buyer, '/api/v1/cart', bolt)
    const { id } = await aCartNamed(buyer, 'To order')
    const url = `/api/v1/carts/${id}`
    const { snapshotVersion } = await add(buyer, url, nut)
    const started = await checkOut(buyer, snapshotVersion, { cartId: id })
    expect(started.body.data).toMatchObject({ cartId: id, snapshot: { lines: [{}] } })
    expect((await buyer.get('/api/v1/cart')).body.data.lock).toBeNull()
    const paid = await handOver(buyer, started.body.data.id, { method: 'invoice' })
    expect(paid.body.data.checkout.state).toBe('COMPLETED')
    expect((await buyer.get(url)).body.data).toMatchObject({ items: [], lock: null })

    const { snapshotVersion: fresh } = await add(buyer, url, nut)
    const cart = { cartId: id, expectedSnapshotVersion: fresh }
    const order = { cart, shipTo, payment: { method: 'invoice' } }
    const ordered = await buyer.post('/api/v1/orders', order, { key: aKey() })
    expect(ordered.body.data.order.lines).toMatchObject([{ productId: nut }])
    expect((await buyer.get('/api/v1/cart')).body.data).toMatchObject({
      snapshotVersion: mine.snapshotVersion,
      items: [{ product: { id: bolt } }],
    })
  })

  it('belong to one person or integration alone', async () => {
    const ours = await world.company()
    const theirs = await world.company()
    const { id } = await aCartNamed(ours.buyer, 'Mine')
    const line = { productId: 'prd_unknown', quantity: 1 }
    const url = `/api/v1/carts/${id}`
    for (const stranger of [ours.admin, ours.integration, theirs.buyer]) {
      const refused = [
        await stranger.get(url),
        await stranger.patch(url, { name: 'Theirs' }),
        await stranger.delete(url),
        await stranger.post(`${url}/activate`),
        await stranger.post(`${url}/items`, line),
        await stranger.post(`${url}/items/batch`, { items: [line] }),
        await stranger.patch(`${url}/items/itm_1`, { quantity: 1 }),
        await stranger.delete(`${url}/items/itm_1`),
        await stranger.delete(`${url}/items`),
        await checkOut(stranger, 1, { cartId: id }),
      ]
      const codes = refused.map(({ status, body }) => [status, body.meta.code])
      expect(codes).toEqual(refused.map(() => [404, 'cart.not_found']))
      expect(await names(stranger)).toEqual([])
    }
    const practice = { headers: { 'x-practice-cart': 'crt_1' } }
    const mixed = await ours.integration.post(`${url}/items`, line, practice)
    expect([mixed.status, mixed.body.meta.code]).toEqual([400, 'platform.request_invalid'])
  })
})

describe('a cart that is handed over', () => {
  it('is one of the carts of the receiver, who gets a mail, and no longer one of the giver', async () => {
    const { buyer, admin } = await world.company()
    const receiver = (await admin.get('/auth/me')).body.data
    await buyer.get('/api/v1/cart')
    const { id } = await aCartNamed(buyer, 'For you')
    const url = `/api/v1/carts/${id}`
    const { snapshotVersion } = await add(buyer, url, bolt)
    const handed = await handOverCart(buyer, id, receiver.id, snapshotVersion)
    expect(handed.body.data).toMatchObject({ id, name: 'For you', active: false, lineCount: 1 })

    expect((await buyer.get(url)).body.meta.code).toBe('cart.not_found')
    const again = await handOverCart(buyer, id, receiver.id, snapshotVersion)
    expect(again.body.meta.code).toBe('cart.not_found')
    expect(await names(buyer)).toEqual(['active'])
    expect(await names(admin)).toEqual(['For you'])
    const activated = await admin.post(`${url}/activate`)
    expect(activated.body.data.items).toMatchObject([{ product: { id: bolt } }])
    expect((await admin.get('/api/v1/cart')).body.data.id).toBe(id)

    const subjectsOf = async () => {
      const at = `${world.sandboxUrl}/mailbox/messages?to=${encodeURIComponent(receiver.email)}`
      const { messages } = (await (await fetch(at)).json()) as { messages: { subject: string }[] }
      return messages.map(({ subject }) => subject)
    }
    const subject = expect.stringMatching(/ has handed a cart over to you: For you$/)
    await expect.poll(subjectsOf, { timeout: 30_000 }).toEqual([subject])
  })

  it('notifies webhooks once, and of no refusal', async () => {
    const { buyer, admin, integration } = await world.company()
    const receiver = await useReceiver()
    const wanted = { name: 'ERP', url: receiver.url, events: ['cart.handed_over'] }
    expect((await integration.post('/api/v1/webhooks', wanted)).status).toBe(200)
    const idOf = async (client: Client) => (await client.get('/auth/me')).body.data.id
    const [formerOwnerId, ownerId] = [await idOf(buyer), await idOf(admin)]
    await buyer.get('/api/v1/cart')
    const { id: full } = await aCartNamed(buyer, 'Full')
    const { id: empty } = await aCartNamed(buyer, 'Empty')
    await add(buyer, `/api/v1/carts/${full}`, bolt)
    expect((await handOverCart(buyer, full, formerOwnerId, 2)).status).toBe(404)
    for (const status of [200, 404]) {
      expect((await handOverCart(buyer, full, ownerId, 2)).status).toBe(status)
    }
    await handOverCart(buyer, empty, ownerId, 1)
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(2)
    const said = receiver.received.map(({ body }) => JSON.parse(body).data)
    const expected = [
      { cartId: full, formerOwnerId, ownerId, lineCount: 1 },
      { cartId: empty, formerOwnerId, ownerId, lineCount: 0 },
    ]
    expect(said).toEqual(expect.arrayContaining(expected))
  })

  it('goes to a member who may fill carts, in the version that its owner has seen', async () => {
    const ours = await world.company()
    const theirs = await world.company()
    const idOf = async (client: Client) => (await client.get('/auth/me')).body.data.id
    const active = (await ours.buyer.get('/api/v1/cart')).body.data
    const { id } = await aCartNamed(ours.buyer, 'Wanted')
    const codeOf = async (userId: string, version?: number, cartId = id) => {
      const { status, body } = await handOverCart(ours.buyer, cartId, userId, version)
      return [status, body.meta.code]
    }
    const admin = await idOf(ours.admin)
    expect(await codeOf(admin)).toEqual([400, 'cart.expected_version_required'])
    expect(await codeOf(admin, 7)).toEqual([409, 'cart.version_conflict'])
    expect(await codeOf(admin, 1, active.id)).toEqual([409, 'cart.active_not_handed_over'])
    const missing = [404, 'cart.receiver_not_found']
    expect(await codeOf(await idOf(theirs.buyer), 1)).toEqual(missing)
    expect(await codeOf(await idOf(ours.buyer), 1)).toEqual(missing)
    const accountant = await aPerson(database, { companyId: ours.companyId, role: 'accountant' })
    expect(await codeOf(accountant.actor.id, 1)).toEqual([422, 'cart.receiver_may_not_order'])
    const stolen = await handOverCart(theirs.buyer, id, await idOf(theirs.admin), 1)
    expect([stolen.status, stolen.body.meta.code]).toEqual([404, 'cart.not_found'])

    await add(ours.buyer, `/api/v1/carts/${id}`, bolt)
    const held = await checkOut(ours.buyer, 2, { cartId: id })
    expect(await codeOf(admin, 2)).toEqual([409, 'cart.locked_by_checkout'])
    await ours.buyer.post(`/api/v1/checkout/${held.body.data.id}/cancel`)
    await severalCarts(ours.admin, 50)
    expect(await codeOf(admin, 2)).toEqual([422, 'cart.receiver_limit_reached'])
    expect(await names(ours.buyer)).toEqual(['Wanted', 'active'])
  })

  it('has one owner, however many requests hand it over, delete it or check it out', async () => {
    const { buyer, admin, integration } = await world.company()
    const { id: userId } = (await admin.get('/auth/me')).body.data
    for (let round = 0; round < 6; round += 1) {
      await buyer.get('/api/v1/cart')
      const { id } = await aCartNamed(buyer, `Round ${round}`)
      await add(buyer, `/api/v1/carts/${id}`, bolt)
      const answers = await Promise.all([
        ...Array.from({ length: 4 }, () => handOverCart(buyer, id, userId, 2)),
        buyer.delete(`/api/v1/carts/${id}?expectedSnapshotVersion=2`),
        checkOut(buyer, 2, { cartId: id }),
        buyer.post(`/api/v1/carts/${id}/activate`),
      ])
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
      const leaving = answers.slice(0, 5).filter(({ status }) => status === 200)
      expect(leaving.length).toBeLessThanOrEqual(1)
      const readers = [buyer, admin, integration].map((each) => each.get(`/api/v1/carts/${id}`))
      const found = (await Promise.all(readers)).map(({ status }) => status)
      const isDeleted = answers[4]?.status === 200
      expect(found.filter((status) => status === 200)).toHaveLength(isDeleted ? 0 : 1)
      expect(found[1] === 200).toBe(!isDeleted && leaving.length === 1)
    }
  })
})

describe('simultaneous requests', () => {
  it('make fifty carts at most', async () => {
    const { buyer } = await world.company()
    const made = await Promise.all(
      Array.from({ length: 55 }, (_, n) => buyer.post('/api/v1/carts', { name: `Cart ${n}` })),
    )
    expect(made.filter(({ status }) => status === 201)).toHaveLength(50)
    expect(made.filter(({ body }) => body.meta.code === 'cart.limit_reached')).toHaveLength(5)
    const { data } = (await buyer.get('/api/v1/carts?limit=100')).body
    expect(data.filter(({ active }: { active: boolean }) => active)).toHaveLength(1)
  })

  it('leave exactly one active cart, and lose no line, however often it changes', async () => {
    const { buyer } = await world.company()
    const ids = await severalCarts(buyer, 4)
    const parts = await Promise.all(Array.from({ length: 8 }, aPart))
    const answers = await Promise.all([
      ...Array.from({ length: 32 }, (_, n) => buyer.post(`/api/v1/carts/${ids[n % 4]}/activate`)),
      ...parts.map((productId) => buyer.post('/api/v1/cart/items', { productId, quantity: 1 })),
      ...parts.map((productId) =>
        buyer.post('/api/v1/cart/items/batch', { items: [{ productId, quantity: 1 }] }),
      ),
    ])
    // A batch that meets an activation may be refused whole, to be sent again.
    const codes = answers.flatMap(({ body }) => body.meta.code ?? [])
    expect(codes.filter((code) => !defined.has(code))).toEqual([])
    const carts = (await buyer.get('/api/v1/carts')).body.data
    expect(carts.filter(({ active }: { active: boolean }) => active)).toHaveLength(1)
    expect(carts.map(({ id }: { id: string }) => id).sort()).toEqual([...ids].sort())
    const added = answers.slice(32, 40).filter(({ status }) => status === 201).length
    const inBatches = answers.slice(40).reduce((sum, { body }) => sum + (body.data?.added ?? 0), 0)
    const lines = carts.reduce(
      (sum: number, cart: { lineCount: number }) => sum + cart.lineCount,
      0,
    )
    expect(lines).toBe(added + inBatches)
  })

  it('delete a cart, or check it out, or add to it: one wins and the other is refused', async () => {
    const { buyer } = await world.company()
    await buyer.get('/api/v1/cart')
    for (let round = 0; round < 8; round += 1) {
      const product = await aPart()
      const { id } = await aCartNamed(buyer, `Round ${round}`)
      const url = `/api/v1/carts/${id}`
      await add(buyer, url, product)
      const [deleted, started, added, renamed] = await Promise.all([
        buyer.delete(`${url}?expectedSnapshotVersion=2`),
        checkOut(buyer, 2, { cartId: id }),
        buyer.post(`${url}/items`, { productId: bolt, quantity: 1 }),
        buyer.patch(url, { name: 'Renamed', expectedSnapshotVersion: 2 }),
      ])
      const stock = await stockOf(database, product)
      const isDeleted = deleted.status === 200
      expect([stock?.reserved, (await buyer.get(url)).status]).toEqual([
        started.status === 201 ? 1 : 0,
        isDeleted ? 404 : 200,
      ])
      const winners = [deleted, started, added, renamed].filter(({ status }) => status < 300)
      expect(winners).not.toEqual([])
      if (isDeleted) expect(winners).toHaveLength(1)
      const refused = [deleted, started, added, renamed].filter(({ status }) => status >= 300)
      for (const { body } of refused) {
        expect(['cart.not_found', 'cart.version_conflict', 'cart.locked_by_checkout']).toContain(
          body.meta.code,
        )
      }
    }
  })
})

const defined = new Set(['cart.item_exists', 'platform.try_again'])

async function aPart(): Promise<string> {
  return (await aProduct(database, { unitPrice: '10.00' })).id
}

async function aCartNamed(buyer: Client, name: string) {
  const { status, body } = await buyer.post('/api/v1/carts', { name })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data
}

async function severalCarts(buyer: Client, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) ids.push((await aCartNamed(buyer, `Cart ${n}`)).id)
  return ids
}

function handOverCart(
  client: Client,
  cartId: string,
  userId: string,
  expectedSnapshotVersion: number | undefined,
) {
  const body = { userId, expectedSnapshotVersion }
  return client.post(`/api/v1/carts/${cartId}/hand-over`, body)
}

async function add(buyer: Client, cart: string, productId: string) {
  const { status, body } = await buyer.post(`${cart}/items`, { productId, quantity: 1 })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data
}

/** The names of the carts, newest first, and which one is active. */
async function names(client: Client) {
  const { data } = (await client.get('/api/v1/carts')).body
  return data.map(({ name, active }: { name: string | null; active: boolean }) =>
    active ? [name, 'active'].filter((part) => part !== null).join(', ') : name,
  )
}
