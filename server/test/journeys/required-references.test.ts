import { describe, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aKey, type Client } from './client.ts'
import { checkOut, fillCart, giveCredit, shipTo } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const demands = {
  poNumberRequired: true,
  costCenterRequired: true,
  glAccountRequired: true,
  projectRequired: true,
  requestedDateRequired: true,
}
const all = ['poNumber', 'costCenter', 'glAccount', 'project', 'requestedDate']
const day = '2099-12-31'

describe('what an order of a company must say', () => {
  it('is refused with everything that is missing at once', async () => {
    const { buyer, integration, line, version } = await aStrictCompany()
    const missingAt = async (terms: object) => {
      const byOrder = await place(integration, { lines: [line], ...terms })
      const { key, ...inCart } = { key: aKey(), ...terms }
      const byCheckout = await checkOut(buyer, version, { key, ...inCart })
      expect(byCheckout.body.meta.code).toBe(byOrder.body.meta.code)
      expect(byCheckout.body.meta.details).toEqual(byOrder.body.meta.details)
      expect([byOrder.status, byCheckout.status]).toEqual([422, 422])
      const { code, details } = byOrder.body.meta
      return details?.missing ?? code
    }
    expect(await missingAt({})).toEqual(all)
    expect(await missingAt({ poNumber: 'PO-7', project: ' \u200b ' })).toEqual(all.slice(1))
    expect(await missingAt({ costCenter: '1', glAccount: '2', requestedDate: day })).toEqual([
      'poNumber',
      'project',
    ])
    const most = { costCenter: '1', glAccount: '2', project: '3', requestedDate: day }
    expect(await missingAt(most)).toBe('checkout.po_number_required')
    expect(await missingAt({ ...most, poNumber: '4', costCenter: undefined })).toBe(
      'checkout.cost_center_required',
    )
    expect(await missingAt({ ...most, poNumber: '4', glAccount: undefined })).toEqual(['glAccount'])
  })

  it('stands in each line, from the order or from the line itself', async () => {
    const { integration, buyer, line, version } = await aStrictCompany()
    const terms = { poNumber: '4', costCenter: '1', project: 'P-1', requestedDate: day }
    const placed = await place(integration, {
      ...terms,
      lines: [{ ...line, glAccount: ' 6815 ', project: 'P-2' }],
    })
    expect(placed.status, JSON.stringify(placed.body)).toBe(201)
    const { order } = placed.body.data
    expect(order.lines).toMatchObject([{ glAccount: '6815', project: 'P-2' }])
    const begun = await checkOut(buyer, version, { ...terms, glAccount: '6815' })
    expect(begun.status, JSON.stringify(begun.body)).toBe(201)
    expect(begun.body.data.snapshot.lines).toMatchObject([{ glAccount: '6815', project: 'P-1' }])

    const idsOf = async (query: string) =>
      (await buyer.get(`/api/v1/order-lines?${query}`)).body.data.map(
        ({ orderId }: { orderId: string }) => orderId,
      )
    expect(await idsOf('glAccount=6815')).toEqual([order.id])
    expect(await idsOf('project=P-2')).toEqual([order.id])
    expect(await idsOf('project=P-1')).toEqual([])
  })

  it('is missing while one delivery or one of its lines does not say it', async () => {
    const { buyer, version, itemId } = await aStrictCompany()
    const delivery = (more: object, ofLine: object) => ({
      shipTo: undefined,
      deliveries: [{ shipTo, lines: [{ cartItemId: itemId, quantity: 1, ...ofLine }], ...more }],
    })
    const line = { poNumber: '4', glAccount: '2', project: '3' }
    const undated = await checkOut(buyer, version, delivery({ costCenter: '1' }, line))
    expect(undated.body.meta).toMatchObject({
      code: 'checkout.references_required',
      details: { missing: ['requestedDate'] },
    })
    const dated = delivery({ costCenter: '1', requestedDate: day }, line)
    expect((await checkOut(buyer, version, dated)).status).toBe(201)
  })

  it('names codes of the lists that the company keeps', async () => {
    const { admin, integration, line } = await aStrictCompany()
    await admin.post('/api/v1/company/gl-accounts', { code: '6815', name: 'Office supplies' })
    await admin.post('/api/v1/company/projects', { code: 'P-1', name: 'New warehouse' })
    const terms = { poNumber: '4', costCenter: '1', requestedDate: day, lines: [line] }
    const account = await place(integration, { ...terms, glAccount: '6851', project: 'P-1' })
    expect(account.body.meta).toMatchObject({
      code: 'structure.code_unknown',
      details: { kind: 'GL_ACCOUNT', codes: [{ code: '6851', nearest: ['6815'] }] },
    })
    const project = await place(integration, {
      ...terms,
      lines: [{ ...line, glAccount: '6815', project: 'p-1' }],
    })
    expect(project.body.meta.details).toMatchObject({
      kind: 'PROJECT',
      codes: [{ code: 'p-1', reason: 'UNKNOWN', nearest: ['P-1'] }],
    })
    const placed = await place(integration, { ...terms, glAccount: '6815', project: 'P-1' })
    expect(placed.status, JSON.stringify(placed.body)).toBe(201)
  })
})

/** A company that requires everything, with a cart of one line. */
async function aStrictCompany() {
  const company = await world.company()
  await giveCredit(world, company.companyId)
  const { id: productId } = await aProduct(world.parts.platform.database, { onHand: 50 })
  const line = { productId, quantity: 1 }
  const version = await fillCart(company.buyer, [line])
  const changed = await company.admin.patch('/api/v1/company', demands)
  expect(changed.body.data).toMatchObject(demands)
  const { items } = (await company.buyer.get('/api/v1/cart')).body.data
  return { ...company, line, version, itemId: items[0].id as string }
}

const place = (client: Client, order: object) =>
  client.post(
    '/api/v1/orders',
    { shipTo, payment: { method: 'invoice' }, ...order },
    { key: aKey() },
  )
