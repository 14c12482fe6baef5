import { expect, it } from 'vitest'
import { sql } from '#platform/db'
import { readAround } from './changed-items.ts'
import type { Client } from './client.ts'
import { aStandingCompany, monday } from './standing-orders-client.ts'
import { useWorld } from './world.ts'

const world = await useWorld()

it('a program reads the webhooks that changed; their deliveries are no change', async () => {
  const { integration, companyId } = await world.company()
  const hook = { url: 'http://127.0.0.1:9/hook', events: ['*'] }
  const hookOf = (name: string) => made(integration, '/api/v1/webhooks', { ...hook, name })
  const [paused, kept] = [await hookOf('ERP'), await hookOf('Shop')]
  const webhooks = {
    client: integration,
    url: '/api/v1/webhooks',
    table: 'webhooks.endpoints',
    rows: sql`company_id = ${companyId}`,
  }
  const { whole, changed } = await readAround(world, webhooks, async () => {
    await integration.patch(`/api/v1/webhooks/${paused}`, { state: 'PAUSED' })
    await sql`
      update webhooks.endpoints set breaker_open_until = now() where company_id = ${companyId} and id = ${kept}
    `.execute(world.parts.platform.database.pool)
  })
  expect(idsOf(whole).toSorted()).toEqual([paused, kept].toSorted())
  expect(changed).toMatchObject([{ id: paused, state: 'PAUSED' }])
})

it('a program reads the automations that changed, also in their draft', async () => {
  const { admin, companyId } = await world.company()
  const rule = {
    trigger: { event: 'order.created' },
    actions: [{ type: 'notify', subject: 'A large order', message: 'Look at it.' }],
  }
  const url = '/api/v1/automations'
  const ruleOf = (name: string) => made(admin, url, { ...rule, name })
  const [drafted, kept] = [await ruleOf('Large orders'), await ruleOf('Small orders')]
  const rows = sql`company_id = ${companyId}`
  const automations = { client: admin, url, table: 'automations.automations', rows }
  const message = { type: 'notify', subject: 'A large order', message: 'Look at it soon.' }
  const { whole, changed } = await readAround(world, automations, () =>
    admin.patch(`${url}/${drafted}`, { actions: [message] }),
  )
  expect(idsOf(whole).toSorted()).toEqual([drafted, kept].toSorted())
  expect(changed).toMatchObject([{ id: drafted, draft: { actions: [message] } }])
})

it('a program reads the runs of a standing order that changed', async () => {
  const { ours, aProductOf, created, work } = await aStandingCompany(world)
  const missing = await aProductOf('10.00', 1)
  const { id } = await created({ lines: [{ productId: missing, quantity: 2 }] })
  await work(id, '2031-01-13T05:00:01Z')
  const runs = {
    client: ours.integration,
    url: `/api/v1/standing-orders/${id}/runs`,
    table: 'standing.runs',
    rows: sql`company_id = ${ours.companyId}`,
  }
  const { whole, changed } = await readAround(world, runs, () => work(id, '2031-01-14T05:00:01Z'))
  expect(whole).toMatchObject([{ date: monday, state: 'FAILED', tries: 1 }])
  expect(changed).toMatchObject([{ date: monday, state: 'FAILED', tries: 2 }])
})

async function made(client: Client, path: string, record: object): Promise<string> {
  const { body } = await client.post(path, record)
  expect(body.success, JSON.stringify(body)).toBe(true)
  return body.data.id
}

const idsOf = (items: readonly Readonly<Record<string, unknown>>[]) => items.map(({ id }) => id)
