import { after, minutesMs } from '#kernel/time'
import type { Tx } from '#platform/db'
import { stuckAfterMinutes } from '../attempt.ts'
import type { CheckoutDeps } from '../deps.ts'
import { countStuck, lockStuck, markStuck, type Stuck, type StuckBefore } from './stuck-store.ts'
import { type WeighedStuck, weighStuck } from './weigh-stuck.ts'

const keys = {
  RESERVED: 'checkout.reserved-stuck',
  PAYMENT_INITIATED_CART_RECONCILING: 'checkout.reconciling-stuck',
} as const

const states = ['RESERVED', 'PAYMENT_INITIATED_CART_RECONCILING'] as const

/** One incident for each condition, whatever the number of attempts. */
const dedupeKey = 'all'

const batchMax = 100

/**
 * Raises one incident for each state in which attempts are stuck, and resolves it when the last of them has ended.
 * Returns how many attempts have become stuck since the last look.
 */
export async function alertStuck(deps: CheckoutDeps): Promise<number> {
  const now = deps.now()
  const before = {
    RESERVED: after(now, -minutesMs(stuckAfterMinutes.RESERVED)),
    PAYMENT_INITIATED_CART_RECONCILING: after(
      now,
      -minutesMs(stuckAfterMinutes.PAYMENT_INITIATED_CART_RECONCILING),
    ),
  }
  return deps.database.transaction(async (tx) => {
    // One process at a time, so that no process resolves an incident while another raises it.
    await lockStuck(tx)
    const found = await markStuck(tx, before, now, batchMax)
    const stuck = await countStuck(tx, before)
    for (const state of states) {
      const condition = stuck.find((one) => one.state === state)
      if (condition) await alertOf(deps, tx, condition, found.includes(state), before, now)
      else await deps.incidents.resolve(tx, { key: keys[state], dedupeKey, now })
    }
    return found.length
  })
}

/**
 * Notifies of new attempts, and of a condition that has become critical. When only open pages are left, the critical
 * incident ends and one of severity info replaces it: otherwise one late buyer after another would keep it open.
 */
async function alertOf(
  deps: CheckoutDeps,
  tx: Tx,
  condition: Stuck,
  hasNew: boolean,
  before: StuckBefore,
  now: Date,
): Promise<void> {
  const key = keys[condition.state]
  const weighed = await weigh(deps, tx, condition, before, now)
  const current = await deps.incidents.severityOf(tx, { key, dedupeKey })
  const isWorse = weighed.severity === 'critical' && current !== 'critical'
  const isEased = weighed.severity === 'info' && current === 'critical'
  if (isEased) await deps.incidents.resolve(tx, { key, dedupeKey, now })
  if (hasNew || isWorse || isEased) {
    await deps.incidents.notify(tx, noticeOf(condition, weighed, now))
  }
}

/** A reservation ends by itself, so it is never critical. */
async function weigh(
  deps: CheckoutDeps,
  tx: Tx,
  { state }: Stuck,
  before: StuckBefore,
  now: Date,
): Promise<Partial<WeighedStuck> & Pick<WeighedStuck, 'severity'>> {
  return state === 'RESERVED' ? { severity: 'info' } : weighStuck(deps, tx, before[state], now)
}

function noticeOf(
  { state, count, oldest }: Stuck,
  { severity, counts }: Awaited<ReturnType<typeof weigh>>,
  now: Date,
) {
  const { id, companyId, since, lastError } = oldest
  const minutes = stuckAfterMinutes[state]
  const error = lastError === undefined ? '' : ` Its last error: ${lastError}`
  const reasons = counts === undefined ? '' : ` ${reasonsOf(counts)}`
  const number = count === 1 ? '1 checkout has' : `${count} checkouts have`
  return {
    key: keys[state],
    severity,
    summary: `${number} been ${state} for more than ${minutes} minutes.${reasons} The oldest is ${id}.${error}`,
    details: {
      state,
      count,
      ...counts,
      oldest: {
        checkoutId: id,
        companyId,
        since: since.toISOString(),
        ...(lastError && { lastError }),
      },
    },
    dedupeKey,
    now,
  }
}

const reasonWords = {
  paid: 'paid without an order',
  failing: 'failing on each try',
  pageEnded: 'with a payment page that has ended',
  pageOpen: 'with an open payment page',
} as const satisfies Record<keyof WeighedStuck['counts'], string>

function reasonsOf(counts: WeighedStuck['counts']): string {
  const reasons = (Object.keys(reasonWords) as (keyof typeof reasonWords)[])
    .filter((cause) => counts[cause] > 0)
    .map((cause) => `${counts[cause]} ${reasonWords[cause]}`)
  return `They are: ${reasons.join(', ')}.`
}
