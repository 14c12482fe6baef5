import { firstIdAt } from '#kernel/id'
import { after, minutesMs } from '#kernel/time'
import { applyWord, reportMismatch } from './apply-word.ts'
import { type Deps, intentExpiry } from './deps.ts'
import type { Payment } from './payment.ts'
import type { IntentPage, PaymentProvider, ProviderIntent } from './provider.ts'
import { refreshPayment } from './refresh-payment.ts'
import { findOwner, findPayment, listHandedOver, lockPayment } from './store.ts'

export type Reconciliation = { readonly compared: number; readonly differences: number }

const batchMax = 500

/**
 * The provider's list against ours, both ways. What an event should have told us is applied, so nothing stays wrong
 * for longer than the next comparison; every difference is reported all the same.
 */
export async function reconcile(deps: Deps, from: Date, before: Date): Promise<Reconciliation> {
  let compared = 0
  let differences = 0
  for (const provider of deps.providers) {
    const theirs = await compareTheirs(deps, provider, from, before)
    const missing = await reportMissing(deps, provider, { from, before }, theirs.references)
    compared += theirs.references.size
    differences += theirs.differences + missing
  }
  deps.log.info({ compared, differences }, 'Payments were compared with their providers.')
  return { compared, differences }
}

/** A payment is handed over some time after it was opened, so their list is read further than ours. */
async function compareTheirs(deps: Deps, provider: PaymentProvider, from: Date, before: Date) {
  const createdBefore = intentExpiry(deps, after(before, minutesMs(5)))
  const references = new Set<string>()
  let differences = 0
  let place: string | undefined
  do {
    const page: IntentPage = await provider.listIntents({ createdFrom: from, createdBefore }, place)
    for (const intent of page.items) {
      references.add(intent.reference)
      if (await isDifferent(deps, provider, intent)) differences += 1
    }
    place = page.next
  } while (place !== undefined)
  return { references, differences }
}

async function isDifferent(
  deps: Deps,
  { name: provider }: PaymentProvider,
  intent: ProviderIntent,
): Promise<boolean> {
  const { paymentId } = intent
  const now = deps.now()
  const owner = await findOwner(deps.database.pool, paymentId)
  const known = owner && (await findPayment(deps.database.pool, owner, paymentId))
  const isOurs = known?.provider === provider
  const differs = await deps.database.transaction(async (tx) => {
    const payment = isOurs ? await lockPayment(tx, known.companyId, paymentId) : undefined
    if (!payment) {
      await reportMismatch(deps, tx, { provider, intent, problem: 'unknown_payment', now })
      return true
    }
    const { outcome } = await applyWord(deps, tx, payment, intent, now)
    if (outcome === 'APPLIED') {
      await reportMismatch(deps, tx, { payment, intent, problem: 'event_was_lost', now })
    }
    return outcome !== 'NOT_NEWS'
  })
  if (!isOurs || differs) return differs
  return refundsDiffer(deps, known, intent)
}

/** Refunds are compared by their sum; one that is still under way with us is no difference. */
async function refundsDiffer(deps: Deps, known: Payment, intent: ProviderIntent): Promise<boolean> {
  const theirs = intent.refunded.amountMinor
  const { refunded, refunding } = known
  const isExplained =
    theirs >= refunded.amountMinor && theirs <= refunded.amountMinor + refunding.amountMinor
  if (isExplained) return false
  await refreshPayment(deps, known.companyId, known.id)
  const now = deps.now()
  const problem = 'other_refunded_amount'
  await deps.database.transaction((tx) =>
    reportMismatch(deps, tx, { payment: known, intent, problem, now }),
  )
  return true
}

async function reportMissing(
  deps: Deps,
  provider: PaymentProvider,
  range: { readonly from: Date; readonly before: Date },
  theirs: ReadonlySet<string>,
): Promise<number> {
  let missing = 0
  let ours: Payment[] = []
  let afterId: string = firstIdAt('pay', range.from)
  do {
    const { before } = range
    ours = await listHandedOver(deps.database.pool, provider.name, { afterId, before }, batchMax)
    afterId = ours.at(-1)?.id ?? afterId
    for (const payment of ours) {
      if (theirs.has(payment.providerReference ?? '')) continue
      missing += 1
      await reportUnlisted(deps, payment)
    }
  } while (ours.length === batchMax)
  return missing
}

async function reportUnlisted(deps: Deps, payment: Payment): Promise<void> {
  const problem = 'not_listed_by_provider'
  await deps.database.transaction((tx) =>
    reportMismatch(deps, tx, { payment, problem, now: deps.now() }),
  )
}
