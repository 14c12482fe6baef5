import { type Money, money } from '#kernel/money'
import { type CreditAccount, findCreditAccount } from './credit/credit-account-store.ts'
import type { Deps } from './deps.ts'
import type { PaymentMethod } from './payment.ts'

/** A payment method, and whether a handoff by it would be accepted now. */
export type OfferedMethod = {
  readonly method: PaymentMethod
  /** The failure code that the handoff would return. */
  readonly refusal: string | undefined
  /** Net terms, if the company has an open account in the currency. */
  readonly terms?: { readonly netDays: number; readonly available: Money }
}

/**
 * What `open` would answer, without reserving anything: another order may be faster. Without an amount, the smallest
 * one counts.
 */
export async function offeredMethods(
  { database, providers }: Deps,
  companyId: string,
  currency: string,
  amount: Money | undefined,
): Promise<OfferedMethod[]> {
  const account = await findCreditAccount(database.pool, companyId, currency)
  return [{ method: 'card', refusal: refusalOfCard(providers, amount) }, onTerms(account, amount)]
}

function refusalOfCard([provider]: Deps['providers'], amount: Money | undefined) {
  if (!provider) return 'payments.provider_not_configured'
  const isHeld = amount === undefined || provider.holds?.(amount) !== false
  return isHeld ? undefined : 'payments.amount_not_supported'
}

function onTerms(account: CreditAccount | undefined, amount: Money | undefined): OfferedMethod {
  if (account?.state !== 'OPEN') return { method: 'invoice', refusal: 'payments.no_credit_account' }
  const available = availableOf(account)
  const isEnough = available.amountMinor >= (amount?.amountMinor ?? 1n)
  return {
    method: 'invoice',
    refusal: isEnough ? undefined : 'payments.credit_limit_exceeded',
    terms: { netDays: account.netDays, available },
  }
}

/** What the company may still buy on credit. Never below zero. */
export function availableOf({ state, limit, used }: CreditAccount): Money {
  const left = limit.amountMinor - used.amountMinor
  return money(state === 'OPEN' && left > 0n ? left : 0n, limit.currency)
}
