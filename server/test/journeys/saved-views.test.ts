import { describe, expect, it } from 'vitest'
import { aPerson } from '#testing/identity'
import { createClient } from './client.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const ours = await world.company()

async function aColleague() {
  const { companyId } = ours
  const { email, password } = await aPerson(database, { companyId, role: 'buyer' })
  const { body } = await world.anybody.post('/auth/login', { email, password })
  return createClient(world.baseUrl, { bearer: body.data.accessToken })
}

const views = '/api/v1/views'
const named = { list: 'listOrders', name: 'Open / mine' }
const shown = { filters: { state: 'PLACED' }, sort: 'newest', columns: ['number', 'total'] }

describe('the saved views of a person', () => {
  it('are saved, changed, listed and deleted, and nobody else sees them', async () => {
    const person = await aColleague()
    const { id } = (await person.post(views, { ...named, filters: {} })).body.data
    const one = `${views}/${id}`
    const changed = await person.put(one, { ...shown, name: ' Open ' })
    expect(changed.body.data).toMatchObject({ id, list: 'listOrders', name: 'Open', ...shown })
    await person.post(views, { list: 'listInvoices', name: 'Due', filters: {} })

    expect((await person.get(`${views}?list=listOrders`)).body.data).toEqual([changed.body.data])
    expect((await person.get(views)).body.data).toHaveLength(2)
    const colleague = await aColleague()
    expect((await colleague.get(views)).body.data).toEqual([])
    expect((await colleague.put(one, shown)).status).toBe(404)
    expect((await colleague.delete(one)).status).toBe(404)

    expect((await person.delete(one)).body.data).toEqual(changed.body.data)
    expect((await person.delete(one)).body.meta).toMatchObject({
      code: 'preferences.view_not_found',
      details: { viewId: id },
    })
  })

  it('have a name of their own in their list', async () => {
    const person = await aColleague()
    const { id } = (await person.post(views, { ...named, ...shown })).body.data
    const taken = { code: 'preferences.view_name_taken', details: { viewId: id } }
    expect((await person.post(views, { ...named, filters: {} })).body.meta).toMatchObject(taken)
    const other = (await person.post(views, { ...named, name: 'Other', ...shown })).body.data
    const renamed = await person.put(`${views}/${other.id}`, { ...shown, name: named.name })
    expect(renamed.body.meta).toMatchObject(taken)
    expect((await person.post(views, { ...named, list: 'listInvoices', ...shown })).status).toBe(
      201,
    )
  })

  it('are at most 200, also if many requests save one at once', async () => {
    const person = await aColleague()
    const save = (at: number) => person.post(views, { ...named, name: `View ${at}`, filters: {} })
    const answers = await Promise.all(Array.from({ length: 205 }, (_, at) => save(at)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(200)
    const refused = answers.find(({ status }) => status !== 201)
    expect(refused?.body.meta).toMatchObject({
      code: 'preferences.views_limit_reached',
      details: { limit: 200 },
    })
  })

  it.each([
    ['a filter with a long value', { filters: { q: 'x'.repeat(201) } }],
    ['a filter without a possible name', { filters: { 'q=1&': 'x' } }],
    ['no columns', { filters: {}, columns: [] }],
    ['a column twice', { filters: {}, columns: ['number', 'number'] }],
  ])('are refused with %s', async (_what, view) => {
    expect((await ours.buyer.post(views, { ...named, ...view })).status).toBe(400)
  })
})
