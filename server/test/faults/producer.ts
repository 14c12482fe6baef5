import { setTimeout as wait } from 'node:timers/promises'
import { Type } from 'typebox'
import { type Database, sql, type Tx } from '#platform/db'
import { defineEvent, emit } from '#platform/outbox'
import type { Journal } from './journal.ts'

/** What the producer knows of a change and its event, on the disk before it goes on. */
export type Produced = {
  readonly entityId: string
  readonly companyId: string
  readonly run: number
  /** `begun` alone, or `unknown` after it: the commit got no answer, and the row of the change tells. */
  readonly outcome: 'begun' | 'committed' | 'rolled_back' | 'unknown'
  readonly at: number
}

export type Producer = {
  /** So many changes spread over a time, and more at a slower pace until `enough`. */
  run(run: number, count: number, overMs: number, enough: () => boolean): Promise<number>
}

const Placed = defineEvent({
  type: 'order.created',
  version: 1,
  entity: 'order',
  public: true,
  data: Type.Object({ reference: Type.String() }),
})

const lanes = 6
/** Orders of a company that the changes are about: several events of each are under way at once. */
const ordersPerCompany = 40
const moreEveryMs = 60
/** One in so many is given up before the commit, with its event written: nobody must ever hear of it. */
const rollsBackEvery = 15

class GivenUp extends Error {}

/**
 * `right` writes the event in the transaction of the change, as all of ours do. `late` writes it after the commit: the mistake
 * that the auditor is there to find.
 */
export type Variant = 'right' | 'late'

export function createProducer(
  database: Database,
  companies: readonly string[],
  journal: Journal<Produced>,
  variant: Variant,
): Producer {
  const announce = (tx: Tx, companyId: string, n: number, reference: string) => {
    const orderId = `order_${Math.floor(n / companies.length) % ordersPerCompany}`
    const about = { companyId, entityId: orderId, entityVersion: n + 1, occurredAt: new Date() }
    return emit(tx, Placed, { ...about, data: { reference } })
  }

  const place = async (run: number, n: number): Promise<void> => {
    const companyId = companies[n % companies.length] as string
    const entityId = `run_${run}_${n}`
    const isGivenUp = n % rollsBackEvery === rollsBackEvery - 1
    const note = (outcome: Produced['outcome']) =>
      journal.write({ entityId, companyId, run, outcome, at: Date.now() })
    await note('begun')
    try {
      await database.transaction(async (tx) => {
        await sql`insert into public.placed (id, company_id) values (${entityId}, ${companyId})`.execute(
          tx,
        )
        if (variant === 'right') await announce(tx, companyId, n, entityId)
        if (isGivenUp) throw new GivenUp()
      })
      await note('committed')
      if (variant === 'late') {
        await database.transaction((tx) => announce(tx, companyId, n, entityId))
      }
    } catch (error) {
      await note(error instanceof GivenUp ? 'rolled_back' : 'unknown')
      if (!(error instanceof GivenUp)) await wait(50)
    }
  }

  return {
    run: async (run, count, overMs, enough) => {
      const began = performance.now()
      let begun = 0
      const lane = async () => {
        while (begun < count || !enough()) {
          const n = begun
          begun += 1
          const due = n < count ? (n / count) * overMs : overMs + (n - count) * moreEveryMs
          const early = began + due - performance.now()
          if (early > 0) await wait(early)
          await place(run, n)
        }
      }
      await Promise.all(Array.from({ length: lanes }, lane))
      return begun
    },
  }
}
