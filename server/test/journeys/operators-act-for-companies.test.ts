import { describe, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aPerson } from '#testing/identity'
import { checkOut, fillCart } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const ours = await world.company()
const theirs = await world.company()
const operator = await world.operator()
const of = (path: string) => `/admin/companies/${ours.companyId}/${path}`

describe('an operator with nothing but an id', () => {
  it('finds its company, for each kind of record', async () => {
    const hook = { name: 'ERP', url: 'http://127.0.0.1:9/hook', events: ['*'] }
    const webhook = (await ours.admin.post('/api/v1/webhooks', hook)).body.data
    const key = { name: 'ERP', scopes: ['orders:read'] }
    const apiKey = (await ours.admin.post('/api/v1/api-keys', key)).body.data
    for (const { id } of [webhook, apiKey]) {
      expect((await operator.get(`/admin/records/${id}/owner`)).body.data).toMatchObject({
        recordId: id,
        companyId: ours.companyId,
        companyName: expect.any(String),
      })
    }
    const unknown = await operator.get('/admin/records/whk_01m83mx9cpmedqpf62zywgasrc/owner')
    expect(unknown).toMatchObject({ status: 404, body: { meta: { code: 'ops.record_unknown' } } })
    expect((await operator.get('/admin/records/constructor_1/owner')).status).toBe(404)
    expect((await ours.admin.get(`/admin/records/${webhook.id}/owner`)).status).toBe(403)
  })

  it('finds the names of what people know by name, and of no other record', async () => {
    const hook = { name: 'ERP in Hamburg', url: 'http://127.0.0.1:9/hook', events: ['*'] }
    const { id: whk } = (await ours.admin.post('/api/v1/webhooks', hook)).body.data
    const key = { name: 'Nightly export', scopes: ['orders:read'] }
    const { id: keyId } = (await ours.admin.post('/api/v1/api-keys', key)).body.data
    const me = (await ours.admin.get('/auth/me')).body.data
    const unknown = 'co_01m83mx9cpmedqpf62zywgasrc'
    const question = { subject: 'Where is it?', message: 'Please look.' }
    const ticket = (await ours.buyer.post('/api/v1/support/tickets', question)).body.data
    const ids = [
      whk,
      keyId,
      ticket.id,
      me.id,
      ours.companyId,
      unknown,
      'ord_1',
      'constructor_1',
      whk,
    ]
    const { body } = await operator.get(`/admin/records/names?ids=${ids.join(',')}`)
    const names = body.data.names as { id: string; name: string }[]
    expect(new Map(names.map(({ id, name }) => [id, name]))).toEqual(
      new Map([
        [whk, hook.name],
        [keyId, key.name],
        [ticket.id, ticket.number],
        [me.id, me.name],
        [ours.companyId, expect.any(String)],
      ]),
    )
    expect((await ours.admin.get(`/admin/records/names?ids=${whk}`)).status).toBe(403)
    const tooMany = Array.from({ length: 51 }, () => whk).join(',')
    expect((await operator.get(`/admin/records/names?ids=${tooMany}`)).status).toBe(400)
  })

  it.each(['aut', 'cmp', 'csrc', 'pls', 'prd', 'smt', 'app', 'ord', 'rtn'])(
    'may name a %s that nobody has',
    async (prefix) => {
      const id = `${prefix}_01m83mx9cpmedqpf62zywgasrc`
      const { body } = await operator.get(`/admin/records/names?ids=${id}`)
      expect(body.data).toEqual({ names: [] })
    },
  )
})

describe('a route of a company, called by an operator', () => {
  it('shows that company and no other', async () => {
    const listed = (await operator.get(of('members'))).body.data as { userId: string }[]
    const own = (await ours.admin.get('/api/v1/members')).body.data as { userId: string }[]
    expect(listed).toEqual(own)
    const key = { name: 'ERP', scopes: ['orders:read'] }
    const { id } = (await theirs.admin.post('/api/v1/api-keys', key)).body.data
    expect((await operator.get(of(`api-keys/${id}`))).status).toBe(404)
    expect((await theirs.admin.get(of('members'))).status).toBe(403)
  })

  it('shows an event, and the audit log of the company names who read it', async () => {
    const hook = { name: 'ERP', url: 'http://127.0.0.1:9/hook', events: ['*'] }
    const webhook = (await ours.admin.post('/api/v1/webhooks', hook)).body.data
    const tested = await ours.admin.post(`/api/v1/webhooks/${webhook.id}/test`)
    const { eventId } = tested.body.data
    const { body } = await operator.get(`/admin/records/${eventId}/owner`)
    expect(body.data.companyId).toBe(ours.companyId)
    // The service numbers an event a moment after it occurred.
    const read = async () => (await operator.get(of(`webhooks/events/${eventId}`))).body.data
    await expect.poll(read).toMatchObject({ id: eventId, type: 'webhook.test' })
    const others = `/admin/companies/${theirs.companyId}/webhooks/events/${eventId}`
    expect((await operator.get(others)).status).toBe(404)
    const audit = await ours.admin.get('/api/v1/audit?limit=20')
    expect(audit.body.data).toContainEqual(
      expect.objectContaining({
        action: 'webhooks.deliveries_read',
        target: { type: 'event', id: eventId },
      }),
    )
  })

  it('refuses a company that does not exist', async () => {
    const refused = { status: 404, body: { meta: { code: 'identity.company_not_found' } } }
    const invitation = { email: 'somebody@example.com', roles: ['buyer'] }
    expect(await operator.get('/admin/companies/co_none/members')).toMatchObject(refused)
    expect(await operator.post('/admin/companies/co_none/invitations', invitation)).toMatchObject(
      refused,
    )
  })

  it('gives a key to a member who has its rights, and to nobody else', async () => {
    const { database } = world.parts.platform
    const { companyId } = ours
    const approver = await aPerson(database, { companyId, role: 'approver' })
    const stranger = await aPerson(database, { companyId: theirs.companyId })
    const create = (ownerId: string, scope: string) =>
      operator.post(of('api-keys'), { name: 'ERP', scopes: [scope], ownerId })
    const unfit = { status: 422, body: { meta: { code: 'identity.key_owner_unfit' } } }
    expect(await create(stranger.actor.id, 'orders:read')).toMatchObject(unfit)
    expect(await create(approver.actor.id, 'webhooks:manage')).toMatchObject(unfit)
    const made = await create(approver.actor.id, 'orders:read')
    expect(made.body.data).toMatchObject({
      key: expect.stringMatching(/^pvy_/),
      createdBy: approver.actor.id,
      effectiveScopes: ['orders:read'],
    })
  })

  it('enables a webhook, but not one that the company paused', async () => {
    const hook = { name: 'ERP', url: 'http://127.0.0.1:9/hook', events: ['*'] }
    const { id } = (await ours.admin.post('/api/v1/webhooks', hook)).body.data
    expect((await operator.post(of(`webhooks/${id}/enable`))).body.data).toEqual({
      id,
      released: 0,
    })
    await ours.admin.patch(`/api/v1/webhooks/${id}`, { state: 'PAUSED' })
    expect(await operator.post(of(`webhooks/${id}/enable`))).toMatchObject({
      status: 409,
      body: { meta: { code: 'webhooks.paused_by_company' } },
    })
    expect(JSON.stringify((await operator.get(of(`webhooks/${id}`))).body)).not.toContain('/hook')
  })

  it('retries and cancels a checkout, and refuses what has ended', async () => {
    const { id: productId } = await aProduct(world.parts.platform.database, { onHand: 9 })
    const version = await fillCart(ours.buyer, [{ productId, quantity: 1 }])
    const { id } = (await checkOut(ours.buyer, version)).body.data
    const path = of(`checkout/${id}`)
    expect((await operator.get(path)).body.data).toMatchObject({
      state: 'RESERVED',
      report: { next: { action: 'expire_reservation' } },
    })
    expect(await operator.post(`${path}/retry`)).toMatchObject({
      status: 409,
      body: { meta: { code: 'checkout.payment_not_begun' } },
    })
    const note = 'The buyer called.'
    const cancelled = await operator.post(`${path}/cancel`, { note })
    expect(cancelled.body.data).toMatchObject({ state: 'CANCELLED' })
    expect(cancelled.body.data).not.toHaveProperty('report')
    expect(await operator.post(`${path}/retry`)).toMatchObject({
      status: 409,
      body: { meta: { code: 'checkout.attempt_over' } },
    })
    expect((await operator.post(`${path}/cancel`, {})).status).toBe(400)
  })
})

describe('an automation of a company, for an operator', () => {
  const url = 'http://127.0.0.1:9/hook?token=very-secret'
  const rule = {
    name: 'Finance',
    trigger: { event: 'order.created' },
    actions: [{ type: 'call_url', url }, { type: 'approve_order' }],
  }

  it('is shown without the address that it calls', async () => {
    const { id } = (await ours.admin.post('/api/v1/automations', rule)).body.data
    const read = await operator.get(`/admin/automations/rules/${id}`)
    expect(read.body.data).toMatchObject({
      id,
      companyId: ours.companyId,
      state: 'DRAFT',
      actions: [{ type: 'call_url', host: '127.0.0.1:9' }, { type: 'approve_order' }],
    })
    expect(JSON.stringify(read.body)).not.toContain('very-secret')
    expect((await operator.get('/admin/automations/rules/aut_none')).status).toBe(404)
    expect((await operator.get(of(`automations/${id}/runs`))).body.data).toEqual([])
    expect((await ours.admin.get(`/admin/automations/rules/${id}`)).status).toBe(403)
  })

  it('is paused with a reason, and resumed only by the person for whom it acts', async () => {
    const { id } = (await ours.admin.post('/api/v1/automations', rule)).body.data
    const change = (body: object) => operator.post(`/admin/automations/rules/${id}/state`, body)
    const note = 'It floods its receiver.'
    expect((await change({ state: 'PAUSED', note })).body.meta.code).toBe(
      'automations.not_published',
    )
    await ours.admin.post(`/api/v1/automations/${id}/publish`)
    expect((await change({ state: 'PAUSED' })).status).toBe(400)
    expect((await change({ state: 'PAUSED', note })).body.data).toEqual({ id, state: 'PAUSED' })
    const resumed = await change({ state: 'ACTIVE', note })
    expect(resumed.body.meta.code).toBe('automations.acts_for_another')
  })
})
