import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { isCurrency } from '#kernel/money'
import { type Contract, listKnownCategories, listProductsOf } from '#modules/products'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { isUnitCode, pieces } from '#platform/units'
import type { QuotasDeps } from './deps.ts'
import { fail } from './failures.ts'
import { type Quota, type QuotaTerms, reachedPercent, readAmount } from './quota.ts'
import { deleteUnusedQuotas, lockQuotasOfContract, saveQuotas } from './quota-store.ts'

/** Amounts as people write them. */
export type QuotaInput = {
  readonly productId?: string | undefined
  readonly categoryId?: string | undefined
  readonly measure: QuotaTerms['measure']
  readonly currency?: string | undefined
  readonly unit?: string | undefined
  readonly committed?: string | undefined
  readonly maximum?: string | undefined
  readonly policy?: QuotaTerms['policy'] | undefined
}

export type QuotasOfContract = { readonly contract: Contract; readonly quotas: readonly Quota[] }

/**
 * Puts the list in the place of the quotas of a contract. A quota is the same as before if it covers the same in the same
 * measure, currency and unit: it keeps what was called off. One from which somebody has called off cannot be left out.
 */
export async function replaceQuotas(
  { database, agreements, now: clock }: QuotasDeps,
  actor: Actor,
  of: { readonly contractId: string; readonly expectedVersion?: number | undefined },
  inputs: readonly QuotaInput[],
): Promise<QuotasOfContract> {
  const now = clock()
  const terms = inputs.map(termsOf)
  return database.transaction(async (tx) => {
    const contract = await agreements.nextVersion(tx, actor, of, now)
    await assertCoverable(tx, contract.supplier.id, terms)
    const { id: contractId, buyerCompanyId: companyId } = contract
    const before = await lockQuotasOfContract(tx, { companyId, contractId })
    const quotas = terms.map((one): Quota => {
      const same = before.find((quota) => keyOf(quota) === keyOf(one))
      const { held, calledOff, noticedPercent } = same ?? {
        held: 0n,
        calledOff: 0n,
        noticedPercent: 0,
      }
      return {
        ...one,
        id: same?.id ?? newId('quo', now),
        companyId,
        contractId,
        supplierCompanyId: contract.supplier.id,
        held,
        calledOff,
        // With a higher maximum the companies are told again.
        noticedPercent: Math.min(noticedPercent, reachedPercent(one.maximum, calledOff)),
      }
    })
    const left = before.filter(({ id }) => !quotas.some((quota) => quota.id === id))
    const inUse = await deleteUnusedQuotas(
      tx,
      companyId,
      left.map(({ id }) => id),
    )
    if (inUse.length > 0) throw fail('quota_in_use', { quotaIds: inUse })
    await saveQuotas(tx, quotas, now)
    recordAudit(tx, {
      companyId: contract.supplier.id,
      actor,
      action: 'quotas.quotas_replaced',
      target: { type: 'contract', id: contractId },
      outcome: 'done',
      details: { buyerCompanyId: companyId, version: contract.version, quotas: quotas.length },
      now,
    })
    return { contract, quotas }
  })
}

function termsOf(input: QuotaInput, at: number): QuotaTerms {
  const { productId, categoryId, measure, currency, policy = 'REFUSE' } = input
  const coveredId = productId ?? categoryId
  const isNamedOnce = (productId === undefined) !== (categoryId === undefined)
  const isMeasured = (measure === 'VALUE') === (currency !== undefined)
  if (coveredId === undefined || !isNamedOnce || !isMeasured) {
    throw fail('quota_invalid', { position: at })
  }
  if (currency !== undefined && !isCurrency(currency)) throw fail('quota_invalid', { position: at })
  const isOfUnit = categoryId !== undefined && measure === 'QUANTITY'
  const { unit = isOfUnit ? pieces : undefined } = input
  if (unit !== undefined && !(isOfUnit && isUnitCode(unit))) {
    throw fail('quota_invalid', { position: at })
  }
  const amountOf = (text: string | undefined) => {
    if (text === undefined) return undefined
    const amount = readAmount(currency, text)
    if (amount === undefined) throw fail('amount_invalid', { amount: text })
    return amount
  }
  const committed = amountOf(input.committed)
  const maximum = amountOf(input.maximum)
  const isEmpty = committed === undefined && maximum === undefined
  const isAbove = committed !== undefined && maximum !== undefined && committed > maximum
  if (isEmpty || isAbove) throw fail('quota_invalid', { position: at })
  const covers = productId === undefined ? 'CATEGORY' : 'PRODUCT'
  return { covers, coveredId, measure, currency, unit, committed, maximum, policy }
}

/** A quota in another currency or unit is another one: its sums are in the first. */
const keyOf = ({ covers, coveredId, measure, currency = '', unit = '' }: QuotaTerms) =>
  `${covers} ${coveredId} ${measure} ${currency} ${unit}`

async function assertCoverable(
  tx: Tx,
  supplierId: string,
  terms: readonly QuotaTerms[],
): Promise<void> {
  const idsOf = (covers: QuotaTerms['covers']) =>
    terms.filter((one) => one.covers === covers).map(({ coveredId }) => coveredId)
  const known = new Set([
    ...(await listProductsOf(tx, supplierId, idsOf('PRODUCT'))),
    ...(await listKnownCategories(tx, idsOf('CATEGORY'))),
  ])
  const keys = terms.map(keyOf)
  const wrong = terms.filter(
    (one, at) => !known.has(one.coveredId) || keys.indexOf(keyOf(one)) !== at,
  )
  if (wrong.length > 0)
    throw fail('covered_unknown', { coveredIds: wrong.map((one) => one.coveredId) })
}
