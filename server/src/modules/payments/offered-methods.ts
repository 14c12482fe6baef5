import { type Money, money } from '#kernel/money'
import { type CreditAccount, findCreditAccount } from './credit/credit-account-store.ts'
import type { Deps } from './deps.ts'
import type { PaymentMethod } from './payment.ts'

/** Whether a handoff by this method would be accepted now. */
export type OfferedMethod = {
  readonly method: PaymentMethod
  /** The failure that the handoff would answer with. */
  readonly refusal: string | undefined
  /** Net terms, where the company has an open account in the currency. */
  readonly terms?: { readonly netDays: number; readonly available: Money }
}

/** What `open` would say, without doing it: another order may be faster. Without an amount: to whatever would cost little. */
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

/** What may still be bought on credit. Never below zero. */
export function availableOf({ state, limit, used }: CreditAccount): Money {
  const left = limit.amountMinor - used.amountMinor
  return money(state === 'OPEN' && left > 0n ? left : 0n, limit.currency)
}
