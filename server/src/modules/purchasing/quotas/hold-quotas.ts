import { Decimal } from 'decimal.js'
import { minorUnitsOf, roundToMoney } from '#kernel/money'
import type { Quantity } from '#kernel/quantity'
import { listCategoryPaths } from '#modules/products'
import type { Tx } from '#platform/db'
import {
  type CallOff,
  insertCallOffs,
  type LockedQuota,
  lockQuotasInForce,
} from './call-off-store.ts'
import type { QuotasDeps } from './deps.ts'
import { fail } from './failures.ts'
import { amountText, type CalledOffContract, leftOf } from './quota.ts'
import type { QuotaInForce } from './quota-store.ts'

export type CoveredLine = {
  readonly lineNumber: number
  readonly productId: string
  readonly supplierCompanyId: string
  readonly quantity: Quantity
  /** A code of UN/ECE Recommendation 20. */
  readonly unit: string
  /** The price of the goods of the line, after discounts and before tax. */
  readonly valueMinor: bigint
}

export type Wanted = {
  readonly companyId: string
  readonly checkoutId: string
  readonly currency: string
  readonly lines: readonly CoveredLine[]
}

/**
 * Participant: takes the lines of a checkout from every quota that covers them, or refuses. It locks the quotas in the
 * order of their ids, after the stock and the budgets, so that no two checkouts wait for each other. Companies without
 * frame contracts cost no statement. Returns the contracts from which it calls off.
 */
export async function holdQuotas(
  deps: QuotasDeps,
  quotasOf: (tx: Tx, companyId: string) => Promise<readonly QuotaInForce[]>,
  tx: Tx,
  wanted: Wanted,
  now: Date,
): Promise<readonly CalledOffContract[] | undefined> {
  const suppliers = new Set(wanted.lines.map(({ supplierCompanyId }) => supplierCompanyId))
  const candidates = (await quotasOf(tx, wanted.companyId)).filter(
    (quota) => suppliers.has(quota.supplierCompanyId) && isValidAt(quota, now),
  )
  if (candidates.length === 0) return undefined
  const callOffs = await callOffsOf(deps, tx, candidates, wanted, now)
  if (callOffs.length === 0) return undefined
  const quotaIds = [...new Set(callOffs.map(({ quotaId }) => quotaId))]
  const locked = await lockQuotasInForce(tx, wanted.companyId, quotaIds, now)
  const byId = new Map(locked.map((quota) => [quota.id as string, quota]))
  const inForce = callOffs.flatMap((one) => {
    const quota = byId.get(one.quotaId)
    return quota ? [{ ...one, contractId: quota.contractId }] : []
  })
  // The contracts ended since their quotas were cached.
  if (inForce.length === 0) return undefined
  const beyond = beyondMaximum(locked, inForce)
  await insertCallOffs(tx, wanted, inForce, now)
  const contracts = new Map(
    locked.map(({ contractId: id, reference }) => [id, { id, reference, isBeyondMaximum: false }]),
  )
  for (const { contractId: id, reference } of beyond) {
    contracts.set(id, { id, reference, isBeyondMaximum: true })
  }
  return [...contracts.values()]
}

export function isValidAt(
  { validFrom, validUntil }: Pick<QuotaInForce, 'validFrom' | 'validUntil'>,
  now: Date,
): boolean {
  return validFrom <= now && (validUntil === undefined || validUntil > now)
}

/**
 * Each line counts for every quota of its supplier that names its product, or a category that it lies in. Where that quota has a unit,
 * only lines in this unit count.
 */
async function callOffsOf(
  deps: QuotasDeps,
  tx: Tx,
  quotas: readonly QuotaInForce[],
  { lines, currency }: Wanted,
  now: Date,
): Promise<CallOff[]> {
  const pathOf = quotas.some(({ covers }) => covers === 'CATEGORY')
    ? await listCategoryPaths(
        tx,
        lines.map(({ productId }) => productId),
      )
    : new Map<string, readonly string[]>()
  const callOffs: CallOff[] = []
  for (const quota of quotas) {
    for (const { lineNumber, productId, supplierCompanyId, quantity, unit, valueMinor } of lines) {
      const path = pathOf.get(productId) ?? []
      if (!isCovered(quota, { productId, supplierCompanyId }, path)) continue
      if (quota.unit !== undefined && quota.unit !== unit) continue
      const amount =
        quota.currency === undefined
          ? quantity
          : await convertTo(deps, tx, { valueMinor, currency }, quota.currency, now)
      const taken = { productId, quantity, valueMinor, currency, amount }
      callOffs.push({ quotaId: quota.id, lineNumber, ...taken })
    }
  }
  return callOffs
}

export function isCovered(
  quota: QuotaInForce,
  line: Pick<CoveredLine, 'productId' | 'supplierCompanyId'>,
  path: readonly string[],
): boolean {
  if (quota.supplierCompanyId !== line.supplierCompanyId) return false
  return quota.covers === 'PRODUCT'
    ? quota.coveredId === line.productId
    : path.includes(quota.coveredId)
}

/** The quotas beyond their maximum that only warn. Throws `maximum_exceeded` for all that refuse. */
function beyondMaximum(
  locked: readonly LockedQuota[],
  callOffs: readonly CallOff[],
): LockedQuota[] {
  const beyond = locked.flatMap((quota) => {
    const left = leftOf(quota)
    const own = callOffs.filter(({ quotaId }) => quotaId === quota.id)
    const wanted = own.reduce((sum, { amount }) => sum + amount, 0n)
    return left !== undefined && wanted > left ? [{ quota, left, wanted }] : []
  })
  const refused = beyond.filter(({ quota }) => quota.policy === 'REFUSE')
  if (refused.length === 0) return beyond.map(({ quota }) => quota)
  throw fail('maximum_exceeded', {
    quotas: refused.map(({ quota, left, wanted }) => ({
      quotaId: quota.id,
      contractId: quota.contractId,
      reference: quota.reference,
      covers: quota.covers,
      coveredId: quota.coveredId,
      measure: quota.measure,
      ...(quota.currency === undefined ? {} : { currency: quota.currency }),
      ...(quota.unit === undefined ? {} : { unit: quota.unit }),
      left: amountText(quota, left),
      wanted: amountText(quota, wanted),
    })),
  })
}

/** At the current rates, rounded half to even. A missing rate is an error: a maximum is never skipped for it. */
async function convertTo(
  { fx }: QuotasDeps,
  tx: Tx,
  { valueMinor, currency: from }: { readonly valueMinor: bigint; readonly currency: string },
  currency: string,
  now: Date,
): Promise<bigint> {
  if (from === currency) return valueMinor
  const { rate } = (await fx.ratesInto(tx, currency, now)).getConversion(from)
  const units = new Decimal(valueMinor.toString()).div(new Decimal(10).pow(minorUnitsOf(from)))
  return roundToMoney(units.times(rate), currency).amountMinor
}
