import assert from 'node:assert/strict'
import type { Actor } from '#kernel/actor'
import { type Id, newId } from '#kernel/id'
import { decimalOf, type Money } from '#kernel/money'
import { recordAudit } from '#platform/audit'
import type { Conn, Database, Tx } from '#platform/db'
import { claimKey, type IdempotencyClaim } from '#platform/idempotency'
import { fail } from '../failures.ts'
import { type CreditAccount, findCreditAccount, putCreditAccount } from './credit-account-store.ts'
import { repayCredit } from './repay-credit.ts'
import { reverseRepayment } from './reverse-repayment.ts'

export type CreditDeps = {
  readonly database: Database
  readonly findCompany: (conn: Conn, companyId: string) => Promise<object | undefined>
  /** The names of those companies that exist. */
  readonly namesOf: (
    conn: Conn,
    companyIds: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>
  readonly now: () => Date
}

export type CreditChange = {
  readonly companyId: string
  readonly limit: Money
  readonly netDays: number
  readonly state: CreditAccount['state']
}

/** An operator sets how much a company may owe, and for how long. Existing debt stays. */
export async function setCreditTerms(
  deps: CreditDeps,
  actor: Actor,
  { companyId, limit, netDays, state }: CreditChange,
): Promise<CreditAccount> {
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    await assertCompanyKnown(deps, tx, companyId)
    await putCreditAccount(tx, { companyId, limit, netDays, state }, now)
    const terms = { limit: decimalOf(limit), netDays, state }
    auditChange(tx, actor, { companyId, amount: limit, action: 'credit_terms_set', terms }, now)
    const account = await findCreditAccount(tx, companyId, limit.currency)
    assert(account, 'the credit account was just written and must exist')
    return account
  })
}

export type Repayment = {
  readonly companyId: string
  readonly amount: Money
  readonly reference?: string | undefined
  readonly acceptsOverpayment: boolean
  readonly idempotency: IdempotencyClaim | undefined
}

/** A repayment, and the account after it. */
export type NotedRepayment = { readonly repaymentId: string; readonly account: CreditAccount }

/** Records money that a company has paid. The same key counts once. */
export async function noteRepayment(
  deps: CreditDeps,
  actor: Actor,
  { companyId, amount, reference, acceptsOverpayment, idempotency }: Repayment,
): Promise<NotedRepayment> {
  const now = deps.now()
  const repaymentId = newId('crp', now)
  return deps.database.transaction(async (tx) => {
    await assertCompanyKnown(deps, tx, companyId)
    const firstId = await claimKey(tx, actor, idempotency, repaymentId, now)
    if (firstId !== repaymentId) {
      return { repaymentId: firstId, account: await getAccount(tx, companyId, amount.currency) }
    }
    const note = { id: repaymentId, notedBy: actor.id, reference }
    const account = await repayCredit(tx, companyId as Id<'co'>, amount, now, {
      note,
      acceptsOverpayment,
    })
    const terms = {
      repaymentId,
      amount: decimalOf(amount),
      ...(reference === undefined ? {} : { reference }),
    }
    auditChange(tx, actor, { companyId, amount, action: 'credit_repaid', terms }, now)
    return { repaymentId, account }
  })
}

export type Reversal = {
  readonly companyId: string
  readonly currency: string
  readonly repaymentId: string
  readonly reason: string
  readonly idempotency: IdempotencyClaim | undefined
}

/** Reverses a repayment that was recorded wrongly. What it had paid is owed again. It can be reversed only once. */
export async function takeBackRepayment(
  deps: CreditDeps,
  actor: Actor,
  { companyId, currency, repaymentId, reason, idempotency }: Reversal,
): Promise<CreditAccount> {
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    await assertCompanyKnown(deps, tx, companyId)
    const reversalId = newId('crv', now)
    const firstId = await claimKey(tx, actor, idempotency, reversalId, now)
    if (firstId !== reversalId) return getAccount(tx, companyId, currency)
    const account = { companyId: companyId as Id<'co'>, currency }
    const note = { id: repaymentId, notedBy: actor.id, reason }
    const amount = await reverseRepayment(tx, account, note, now)
    const terms = { repaymentId, amount: decimalOf(amount), reason }
    auditChange(tx, actor, { companyId, amount, action: 'credit_repayment_reversed', terms }, now)
    return getAccount(tx, companyId, currency)
  })
}

async function getAccount(tx: Tx, companyId: string, currency: string): Promise<CreditAccount> {
  const account = await findCreditAccount(tx, companyId, currency)
  if (!account) throw fail('no_credit_account', { currency })
  return account
}

async function assertCompanyKnown({ findCompany }: CreditDeps, tx: Tx, companyId: string) {
  if (!(await findCompany(tx, companyId))) throw fail('company_not_found', { companyId })
}

function auditChange(
  tx: Tx,
  actor: Actor,
  change: {
    readonly companyId: string
    readonly amount: Money
    readonly action: 'credit_terms_set' | 'credit_repaid' | 'credit_repayment_reversed'
    readonly terms: Readonly<Record<string, string | number>>
  },
  now: Date,
): void {
  const { companyId, amount, action, terms } = change
  recordAudit(tx, {
    companyId: companyId as Id<'co'>,
    actor,
    action: `payments.${action}`,
    target: { type: 'credit_account', id: `${companyId}/${amount.currency}` },
    outcome: 'done',
    details: { ...terms, currency: amount.currency },
    now,
  })
}
