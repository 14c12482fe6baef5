import { describe, expect, it } from 'vitest'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const operator = await world.operator()
const ours = await world.company()
const units = '/api/v1/company/units'

const aUnit = async ({ admin }: CompanyOfWorld, name: string, more: object = {}) =>
  (await admin.post(units, { name, kind: 'SITE', ...more })).body.data.id as string

describe('the units of a company', () => {
  it('are read by all its people and keys, and changed by its administrators alone', async () => {
    const made = await ours.admin.post(units, { name: 'Example GmbH', kind: 'LEGAL_ENTITY' })
    expect(made.status).toBe(201)
    const { id } = made.body.data
    for (const reader of [ours.buyer, ours.approver, ours.integration]) {
      expect((await reader.get(`${units}/${id}`)).body.data).toEqual(made.body.data)
    }
    for (const other of [ours.buyer, ours.approver, ours.integration]) {
      expect((await other.patch(`${units}/${id}`, { name: 'x' })).status).toBe(403)
    }
    const { admin: stranger } = await world.company()
    expect((await stranger.get(`${units}/${id}`)).body.meta.code).toBe('structure.unit_not_found')
    expect((await stranger.post(`${units}/${id}/end`)).status).toBe(404)
  })

  it('are a list with filters, changes and a file', async () => {
    const company = await world.company()
    const top = await aUnit(company, '=1+1')
    const site = await aUnit(company, 'Plant', { parentId: top, externalId: '1100' })
    const idsOf = async (query: string) =>
      (await company.buyer.get(`${units}${query}`)).body.data.map(({ id }: { id: string }) => id)
    expect(await idsOf('')).toEqual([site, top])
    expect(await idsOf(`?parentId=${top}`)).toEqual([site])
    await company.admin.post(`${units}/${site}/end`)
    expect(await idsOf('?state=ACTIVE')).toEqual([top])
    const changes = await company.buyer.get(`${units}?updatedAfter=2026-01-01T00:00:00Z`)
    expect(changes.body.meta.updatedThrough).toEqual(expect.any(String))
    const file = await fetch(`${world.baseUrl}${units}.csv`, {
      headers: { 'x-api-key': company.apiKey },
    })
    expect(await file.text()).toContain('"\'=1+1"')
  })

  it('have members, each in one unit at most', async () => {
    const company = await world.company()
    const unitId = await aUnit(company, 'Plant')
    const userId = (await company.buyer.get('/auth/me')).body.data.id
    const member = `/api/v1/members/${userId}`
    const moved = await company.admin.patch(member, { unitId })
    expect(moved.body.data).toMatchObject({ userId, unitId, roles: ['buyer'] })
    const listed = await company.admin.get(`/api/v1/members?unitId=${unitId}`)
    expect(listed.body.data).toMatchObject([{ userId, unitId }])
    const refused = await company.admin.post(`${units}/${unitId}/end`)
    expect(refused.body.meta).toMatchObject({
      code: 'structure.unit_in_use',
      details: { members: 1, units: 0 },
    })
    const both = await company.admin.patch(member, { roles: ['approver'], unitId: null })
    expect(both.body.data.roles).toEqual(['approver'])
    expect(both.body.data.unitId).toBeUndefined()
    expect((await company.admin.post(`${units}/${unitId}/end`)).status).toBe(200)
    const late = await company.admin.patch(member, { unitId })
    expect([late.status, late.body.meta.code]).toEqual([422, 'structure.unit_unknown'])
    const theirs = await aUnit(ours, 'Plant')
    expect((await company.admin.patch(member, { unitId: theirs })).status).toBe(422)
  })

  it('are changed by operators for a company, whose audit log says so', async () => {
    const { companyId, admin } = await world.company()
    const path = `/admin/companies/${companyId}/units`
    const made = await operator.post(path, { name: 'Plant', kind: 'SITE' })
    expect(made.status).toBe(201)
    expect((await admin.get(units)).body.data).toEqual([made.body.data])
    const { body } = await admin.get('/api/v1/audit?limit=5')
    expect(body.data).toContainEqual(expect.objectContaining({ action: 'structure.unit_created' }))
  })
})
