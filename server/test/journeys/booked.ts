import { expect } from 'vitest'
import { parseMoney } from '#kernel/money'
import type { CompanyOfWorld } from './world.ts'

type Amount = { readonly amount: string; readonly currency: string }

/** An allocation of a placed order. */
export type Share = {
  readonly costCenter?: string
  readonly glAccount?: string
  readonly project?: string
  readonly amount: Amount
  readonly tax: Amount
}

export type Booked = {
  readonly allocations?: readonly Share[]
  readonly lineTotal: Amount
  readonly tax: { readonly amount: Amount }
}

export async function aBudget({ admin }: CompanyOfWorld, costCenter: string): Promise<void> {
  const limit = { amount: '900.00', currency: 'EUR' }
  const budget = { name: costCenter, costCenter, period: 'YEAR', limit }
  expect((await admin.post('/api/v1/budgets', budget)).status).toBe(201)
}

/** What each budget has spent, in minor units. */
export async function committed({ admin }: CompanyOfWorld): Promise<Record<string, bigint>> {
  const { budgets } = (await admin.get('/api/v1/budgets')).body.data
  return Object.fromEntries(
    budgets.map((one: { name: string; usages: { committed: Amount }[] }) => [
      one.name,
      one.usages[0] ? minorOf(one.usages[0].committed) : 0n,
    ]),
  )
}

export const costOf = ({ amount, tax }: Share): bigint => minorOf(amount) + minorOf(tax)

export function minorOf({ amount, currency }: Amount): bigint {
  return parseMoney(amount, currency)?.amountMinor ?? 0n
}
