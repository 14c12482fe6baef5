import { describe, expect, it } from 'vitest'
import { aPerson } from '#testing/identity'
import type { Client } from './client.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const ours = await world.company()
const theirs = await world.company()
const limit = { amount: '100.00', currency: 'EUR' }
const parcel = { kind: 'DELIVERY', currency: 'EUR', leadTimeDays: 2 }

describe('a list of a company’s records', () => {
  it.each([
    {
      url: '/api/v1/budgets',
      name: 'budgets',
      code: 'budgets.budget_not_found',
      body: (name: string) => ({ name, costCenter: name, period: 'MONTH', limit }),
    },
    {
      url: '/api/v1/spending-limits',
      name: 'budgets',
      code: 'budgets.budget_not_found',
      body: (name: string) => ({ name, period: 'MONTH', limit }),
    },
    {
      url: '/api/v1/approval-rules',
      name: 'rules',
      code: 'approvals.rule_not_found',
      body: (name: string) => ({ name, steps: [{ mode: 'ANY', role: 'approver' }] }),
    },
    {
      url: '/api/v1/company/shipping-methods',
      name: 'methods',
      code: 'shipping.method_not_found',
      body: (name: string) => ({ name, ...parcel }),
    },
  ])('$url is paged, and each record is read by its id', async (list) => {
    const { url, name, code, body } = list
    for (const one of ['One', 'Two', 'Three']) {
      const { status } = await ours.admin.post(url, body(one))
      expect(status).toBe(201)
    }
    const found = await walk(ours.admin, url, name)
    expect(found.map((one) => one.name)).toEqual(['One', 'Two', 'Three'])
    const whole = await ours.admin.get(url)
    expect(whole.body.data[name]).toHaveLength(3)
    expect(whole.body.meta).toEqual({ limit: 20 })
    const id = found[1]?.id
    expect((await ours.admin.get(`${url}/${id}`)).body.data).toMatchObject({ id, name: 'Two' })
    const foreign = await theirs.admin.get(`${url}/${id}`)
    expect([foreign.status, foreign.body.meta.code]).toEqual([404, code])
    expect((await theirs.admin.get(url)).body.data[name]).toEqual([])
  })

  it('of deputies is sorted by start', async () => {
    const url = '/api/v1/approval-deputies'
    const { database } = world.parts.platform
    const person = await aPerson(database, { companyId: ours.companyId, role: 'approver' })
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    for (const day of [9, 3, 6]) {
      const named = { deputyId: person.actor.id, startsAt: inDays(day), endsAt: inDays(day + 1) }
      expect((await ours.admin.post(url, named)).status).toBe(201)
    }
    const begins = (await walk(ours.admin, url, 'deputies')).map((one) => one.startsAt)
    expect(begins).toHaveLength(3)
    expect(begins).toEqual(begins.toSorted())
  })
})

type Item = { readonly id: string; readonly name: string; readonly startsAt: string }

/** All of it, two at a time. */
async function walk(client: Client, url: string, name: string): Promise<Item[]> {
  const found: Item[] = []
  let cursor: string | undefined
  do {
    const query = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { status, body } = await client.get(`${url}?limit=2${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    found.push(...body.data[name])
    cursor = body.meta.nextCursor as string | undefined
  } while (cursor !== undefined)
  return found
}
