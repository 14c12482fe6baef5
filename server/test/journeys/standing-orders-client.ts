import { expect } from 'vitest'
import { findActingMember, isCompanyOpen } from '#modules/identity'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { placeDue } from '../../src/modules/purchasing/standing/placing/place-due.ts'
import { findStandingOrder } from '../../src/modules/purchasing/standing/standing-order-store.ts'
import type { Client } from './client.ts'
import { giveCredit, shipTo } from './purchase.ts'
import type { CompanyOfWorld, World } from './world.ts'

export const url = '/api/v1/standing-orders'
export const maxTotal = { amount: '100.00', currency: 'EUR' }
/** Mondays. */
export const schedule = { every: 1, unit: 'WEEK', on: 1, from: '2031-01-13' }
export const monday = '2031-01-13'

/** A company in Berlin with net terms that orders a product of another one. */
export async function aStandingCompany(world: World) {
  const ours = await world.company()
  await ours.admin.patch('/api/v1/company', { timeZone: 'Europe/Berlin' })
  await giveCredit(world, ours.companyId, 1_000_000n)
  const { companyId: supplierCompanyId } = await world.company()
  const aProductOf = async (unitPrice: string, onHand: number): Promise<string> => {
    const product = { supplierCompanyId, unitPrice, onHand }
    return (await aProduct(world.parts.platform.database, product)).id
  }
  const productId = await aProductOf('10.00', 100)
  return { ours, productId, aProductOf, ...actionsOf(world, ours, productId) }
}

export type StandingCompany = Awaited<ReturnType<typeof aStandingCompany>>

function actionsOf(world: World, ours: CompanyOfWorld, productId: string) {
  const { database } = world.parts.platform
  const body = {
    name: 'Coffee',
    lines: [{ productId, quantity: 2, costCenter: '4711' }],
    schedule,
    shipTo,
    maxTotal,
    poNumber: 'SO-1',
    payment: { method: 'invoice' },
  }
  const created = async (more: object = {}, client: Client = ours.buyer) => {
    const reply = await client.post(url, { ...body, ...more })
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    return reply.body.data
  }
  /** What a worker does at this instant. */
  const work = async (id: string, at: string): Promise<Date | undefined> => {
    const standingOrder = await findStandingOrder(database.pool, ours.companyId, id)
    if (!standingOrder) throw new Error(`there is no ${id}`)
    const { checkout } = world.parts.modules
    const now = () => new Date(at)
    const deps = { database, checkout, memberOf: findActingMember, isCompanyOpen, now }
    return placeDue(deps, standingOrder)
  }
  const runsOf = async (id: string): Promise<readonly RunAnswer[]> =>
    (await ours.admin.get(`${url}/${id}/runs`)).body.data
  const statesOf = async (id: string) => (await runsOf(id)).map(({ state }) => state)
  const eventsOf = async (id: string): Promise<string[]> => {
    const { rows } = await sql<{ type: string }>`
      select type from platform.events where company_id = ${ours.companyId} and entity_id = ${id}
      order by arrival
    `.execute(database.pool)
    return rows.map(({ type }) => type)
  }
  return { body, created, work, runsOf, statesOf, eventsOf }
}

type RunAnswer = {
  readonly date: string
  readonly state: string
  readonly orderId?: string
  readonly orderNumber?: string
}

type Mail = { readonly subject: string; readonly text: string }

/** The text of a mail, as soon as it has come. */
export async function mailTo(world: World, client: Client, subject: string): Promise<string> {
  const { email } = (await client.get('/api/v1/me')).body.data.person
  const address = `${world.sandboxUrl}/mailbox/messages?to=${encodeURIComponent(email)}`
  const find = async () => {
    const { messages } = (await (await fetch(address)).json()) as { messages: Mail[] }
    return messages.find((mail) => mail.subject.includes(subject))
  }
  await expect.poll(find, { timeout: 60_000 }).toBeDefined()
  return (await find())?.text ?? ''
}
