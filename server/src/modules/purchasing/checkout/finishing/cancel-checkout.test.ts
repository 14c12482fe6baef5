import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { sql } from '#platform/db'
import { aCart } from '#testing/cart'
import { aProduct } from '#testing/catalog'
import { aCompany, aPerson } from '#testing/identity'
import { aCheckoutWorld, shipTo } from '../checkout.fixture.ts'

const now = new Date('2026-01-02T03:04:05Z')
const database = await useDatabase()
const world = aCheckoutWorld(database, { now: () => now })
const companyId = await aCompany(database)
const bea = await aPerson(database, { companyId })
const ada = await aPerson(database, { companyId, role: 'company_admin' })
const approver = await aPerson(database, { companyId, role: 'approver' })
const colleague = await aPerson(database, { companyId })

describe('cancelling a checkout', () => {
  it('by an administrator names the administrator and notifies the buyer once', async () => {
    const { id } = await startCheckout()

    const attempts = [await cancel(ada.actor, id), await cancel(ada.actor, id)]

    expect(attempts).toMatchObject(Array(2).fill({ state: 'CANCELLED', cancelledBy: ada.actor.id }))
    const written = await mails()
    expect(written).toMatchObject([
      { to: bea.email, subject: 'Your checkout of 5.00 EUR was cancelled' },
    ])
    expect(written[0]?.text).toContain('Bea Buyer has cancelled your checkout')
  })

  it.each([
    ['an approver', () => approver],
    ['another buyer', () => colleague],
  ])('is refused to %s, and the stock stays reserved', async (_who, other) => {
    const { id } = await startCheckout()
    await expect(cancel(other().actor, id)).rejects.toMatchObject({
      code: 'checkout.cancel_not_allowed',
      status: 403,
    })
    expect((await world.checkout.get(bea.actor, id)).attempt.state).toBe('RESERVED')
    expect(await cancel(ada.actor, id)).toMatchObject({ state: 'CANCELLED' })
    await mails()
  })

  it('by its buyer notifies nobody', async () => {
    const { id } = await startCheckout()
    expect(await cancel(bea.actor, id)).toMatchObject({ cancelledBy: bea.actor.id })
    expect(await mails()).toEqual([])
  })
})

async function startCheckout() {
  const product = await aProduct(database)
  const { actor } = bea
  const { cart } = await aCart(world.carts, actor, [{ productId: product.id, quantity: 2 }])
  const input = { shipTo, idempotency: undefined, expectedSnapshotVersion: cart.snapshotVersion }
  return world.checkout.start(actor, input)
}

async function mails(): Promise<{ to: string; subject: string; text: string }[]> {
  const { rows } = await sql<{ payload: { to: string; subject: string; text: string } }>`
    with gone as (delete from platform.jobs where name = 'platform.send_mail' returning payload)
    select payload from gone
  `.execute(database.pool)
  return rows.map(({ payload }) => payload)
}

const cancel = async (by: Actor, id: string) => (await world.checkout.cancel(by, id)).attempt
