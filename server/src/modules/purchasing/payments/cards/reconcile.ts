import { firstIdAt } from '#kernel/id'
import { after, minutesMs } from '#kernel/time'
import { type Deps, getPayment, intentExpiry, notFound, readProvider } from '../deps.ts'
import { noteDispute } from '../disputes/note-dispute.ts'
import type { Payment } from '../payment.ts'
import { findOwner, findPayment, listHandedOver, lockPayment } from '../payment-store.ts'
import { applyIntent, reportMismatch, resolveMismatch } from './apply-intent.ts'
import { differenceOf } from './difference.ts'
import {
  type IntentPage,
  type PaymentProvider,
  ProviderForbids,
  type ProviderIntent,
  ProviderRefused,
} from './provider.ts'
import { refreshPayment } from './refresh-payment.ts'

export type Reconciliation = { readonly compared: number; readonly differences: number }

const batchMax = 500

/**
 * Compares the provider's list with ours, both ways. What a lost event should have changed is applied, so nothing stays
 * wrong for longer than until the next comparison. Every difference is reported all the same.
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

/** A payment is handed over some time after it was opened, so the provider's list is read further than ours. */
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
  provider: PaymentProvider,
  intent: ProviderIntent,
): Promise<boolean> {
  const { paymentId } = intent
  const now = deps.now()
  const owner = await findOwner(deps.database.pool, paymentId)
  const known = owner && (await findPayment(deps.database.pool, owner, paymentId))
  if (known?.provider !== provider.name) {
    const unknown = { provider: provider.name, intent, problem: 'unknown_payment', now }
    await deps.database.transaction((tx) => reportMismatch(deps, tx, unknown))
    return true
  }
  if (intent.isDisputed && (await isDisputeNews(deps, provider, known))) return true
  const first = await compare(deps, known, intent)
  if (first === 'differs') return (await compareAgain(deps, provider, known)) !== 'agrees'
  return first !== 'agrees'
}

/**
 * An event about a dispute was lost: its state is applied now. A key that may not read disputes is a difference too.
 */
async function isDisputeNews(
  deps: Deps,
  provider: PaymentProvider,
  known: Payment,
): Promise<boolean> {
  const { companyId, id, providerReference = '' } = known
  const now = deps.now()
  const disputes = await disputesOf(provider, providerReference)
  if (!disputes) {
    const unread = { payment: known, problem: 'disputes_not_readable', now }
    await deps.database.transaction((tx) => reportMismatch(deps, tx, unread))
    return true
  }
  return deps.database.transaction(async (tx) => {
    let payment = (await lockPayment(tx, companyId, id)) ?? notFound(id)
    const { version } = payment
    for (const dispute of disputes) {
      payment = (await noteDispute(deps, tx, payment, dispute, now)).payment
    }
    if (payment.version === version) return false
    await reportMismatch(deps, tx, { payment, problem: 'event_was_lost', now })
    return true
  })
}

/** Undefined if the key may not read disputes. If no answer comes, the day is compared once more. */
async function disputesOf({ disputes }: PaymentProvider, reference: string) {
  try {
    return (await disputes?.list(reference)) ?? []
  } catch (error) {
    if (error instanceof ProviderForbids || error instanceof ProviderRefused) return undefined
    throw error
  }
}

/**
 * `healed`: an event was lost, and its news has been applied. `reported`: the news cannot be applied. `differs`: there
 * is no news, and the books still differ.
 */
type Comparison = 'agrees' | 'healed' | 'reported' | 'differs'

function compare(
  deps: Deps,
  { companyId, id }: Payment,
  intent: ProviderIntent,
): Promise<Comparison> {
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    const payment = (await lockPayment(tx, companyId, id)) ?? notFound(id)
    const { outcome } = await applyIntent(deps, tx, payment, intent, now)
    if (outcome === 'MISMATCH') return 'reported'
    if (outcome === 'APPLIED') {
      await reportMismatch(deps, tx, { payment, intent, problem: 'event_was_lost', now })
      return 'healed'
    }
    if (differenceOf(payment, intent)) return 'differs'
    await resolveMismatch(deps, tx, payment, now)
    return 'agrees'
  })
}

/** Both sides may have changed since the list was made, so we ask the provider for this payment. */
async function compareAgain(
  deps: Deps,
  provider: PaymentProvider,
  known: Payment,
): Promise<Comparison> {
  const before = await getPayment(deps, known.companyId, known.id)
  const { companyId, id, version, providerReference = '' } = before
  const intent = await readProvider(deps, before, provider.getIntent(providerReference))
  const second = await compare(deps, before, intent)
  if (second !== 'differs') return second
  const now = deps.now()
  const problem = differenceOf(before, intent) ?? 'other_state'
  if (problem === 'other_refunded_amount') await refreshPayment(deps, companyId, id)
  return deps.database.transaction(async (tx) => {
    const payment = (await lockPayment(tx, companyId, id)) ?? notFound(id)
    // The payment is changing at this moment, by another operation, and that operation will finish it.
    const isMoving = payment.version !== version && problem !== 'other_refunded_amount'
    if (isMoving) return 'agrees'
    await reportMismatch(deps, tx, { payment: before, intent, problem, now })
    return 'reported'
  })
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
