import { describe, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aKey, type Client } from './client.ts'
import { checkOut, fillCart, giveCredit, shipTo } from './purchase.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const lists = ['cost-centers', 'gl-accounts', 'projects'].map((list) => `/api/v1/company/${list}`)
const [costCenters = ''] = lists

const aCode = async ({ admin }: CompanyOfWorld, code: string, more: object = {}) =>
  (await admin.post(costCenters, { code, name: `Centre ${code}`, ...more })).body.data.id as string

describe('the accounting codes of a company', () => {
  it.each(lists)(
    'are read at %s by all people and keys, and changed by administrators',
    async (list) => {
      const { admin, buyer, approver, integration } = await world.company()
      const made = await admin.post(list, { code: '4711', name: 'Workshop' })
      expect(made.status).toBe(201)
      const one = `${list}/${made.body.data.id}`
      for (const reader of [buyer, approver, integration]) {
        expect((await reader.get(one)).body.data).toEqual(made.body.data)
        expect((await reader.get(list)).body.data).toEqual([made.body.data])
      }
      for (const other of [buyer, approver, integration]) {
        expect((await other.patch(one, { name: 'x' })).status).toBe(403)
        expect((await other.post(`${one}/end`)).status).toBe(403)
      }
      const { admin: stranger } = await world.company()
      expect((await stranger.get(one)).body.meta.code).toBe('structure.code_not_found')
      expect((await stranger.post(`${one}/end`)).status).toBe(404)
      const ended = await admin.post(`${one}/end`)
      expect(ended.body.data).toMatchObject({ state: 'ENDED', endedAt: expect.any(String) })
      expect((await admin.patch(one, { name: 'x' })).status).toBe(409)
      expect((await admin.post(`${one}/reopen`)).body.data.state).toBe('ACTIVE')
    },
  )

  it('are a list with filters, changes and a file', async () => {
    const company = await world.company()
    const { buyer, admin, apiKey } = company
    await aCode(company, 'b_1', { name: '=1+1' })
    const a = await aCode(company, 'A1')
    await aCode(company, 'bx1')
    const codesOf = async (query: string) =>
      (await buyer.get(`${costCenters}${query}`)).body.data.map(
        ({ code }: { code: string }) => code,
      )
    expect(await codesOf('')).toEqual(['A1', 'b_1', 'bx1'])
    expect(await codesOf('?code=a1')).toEqual(['A1'])
    expect(await codesOf('?q=B_')).toEqual(['b_1'])
    await admin.post(`${costCenters}/${a}/end`)
    expect(await codesOf('?state=ACTIVE')).toEqual(['b_1', 'bx1'])
    const changes = await buyer.get(`${costCenters}?updatedAfter=2026-01-01T00:00:00Z`)
    expect(changes.body.meta.updatedThrough).toEqual(expect.any(String))
    const file = await fetch(`${world.baseUrl}${costCenters}.csv`, {
      headers: { 'x-api-key': apiKey },
    })
    expect(await file.text()).toContain('"\'=1+1"')
  })

  it('refuse a code or a period that is not one', async () => {
    const { admin } = await world.company()
    const post = async (body: object) => (await admin.post(costCenters, body)).status
    expect(await post({ code: ' ', name: 'x' })).toBe(400)
    expect(await post({ code: 'x'.repeat(101), name: 'x' })).toBe(400)
    expect(await post({ code: 'x', name: 'x', validFrom: '2026-02-30' })).toBe(400)
    expect(
      await post({ code: 'x', name: 'x', validTo: '2026-02-01', validFrom: '2026-02-02' }),
    ).toBe(422)
    expect(await post({ code: 'x', name: 'x', unitId: 'unt_01m7xb82dw3khw78phh28dvacd' })).toBe(422)
  })
})

describe('a purchase of a company that keeps a list of its cost centres', () => {
  it('names its codes only, in a checkout as in an order without a cart', async () => {
    const company = await world.company()
    const { buyer, integration, admin, companyId } = company
    await giveCredit(world, companyId)
    const { id: productId } = await aProduct(world.parts.platform.database, { onHand: 50 })
    const version = await fillCart(buyer, [{ productId, quantity: 1 }])
    const line = { productId, quantity: 1 }
    const free = await place(integration, { lines: [line], costCenter: 'anything' })
    expect(free.status, JSON.stringify(free.body)).toBe(201)

    await aCode(company, 'KST-4711')
    const ended = await aCode(company, 'KST-4712')
    await admin.post(`${costCenters}/${ended}/end`)
    const refusal = {
      code: 'structure.code_unknown',
      details: {
        kind: 'COST_CENTER',
        codes: [{ code: 'kst-4711', reason: 'UNKNOWN', nearest: ['KST-4711'] }],
      },
    }
    const byCheckout = await checkOut(buyer, version, { costCenter: 'kst-4711' })
    expect(byCheckout.status).toBe(422)
    expect(byCheckout.body.meta).toMatchObject(refusal)
    const byOrder = await place(integration, { lines: [{ ...line, costCenter: 'kst-4711' }] })
    expect(byOrder.body.meta).toMatchObject(refusal)
    const late = await place(integration, { lines: [line], costCenter: 'KST-4712' })
    expect(late.body.meta.details?.codes).toEqual([
      { kind: 'COST_CENTER', code: 'KST-4712', reason: 'ENDED', nearest: ['KST-4711'] },
    ])
    const placed = await place(integration, { lines: [line], costCenter: ' KST-4711 ' })
    expect(placed.body.data.order).toMatchObject({ costCenter: 'KST-4711' })
    expect((await checkOut(buyer, version, { costCenter: 'KST-4711' })).status).toBe(201)
    expect((await place(integration, { lines: [line] })).status).toBe(201)
  })
})

const place = (client: Client, order: object) =>
  client.post(
    '/api/v1/orders',
    { shipTo, payment: { method: 'invoice' }, ...order },
    { key: aKey() },
  )
