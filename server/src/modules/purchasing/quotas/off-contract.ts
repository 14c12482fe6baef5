import { listCategoryPaths } from '#modules/products'
import type { Tx } from '#platform/db'
import { type CoveredLine, isCovered, isValidAt } from './hold-quotas.ts'
import type { QuotaInForce } from './quota-store.ts'

/**
 * The products that are bought past a frame contract: the company has one for their category with another supplier, and
 * none with the supplier of the line covers them.
 */
export async function listOffContract(
  quotasOf: (tx: Tx, companyId: string) => Promise<readonly QuotaInForce[]>,
  tx: Tx,
  companyId: string,
  lines: readonly Pick<CoveredLine, 'productId' | 'supplierCompanyId'>[],
  now: Date,
): Promise<Set<string>> {
  const quotas = (await quotasOf(tx, companyId)).filter((quota) => isValidAt(quota, now))
  const categories = quotas.filter(({ covers }) => covers === 'CATEGORY')
  if (categories.length === 0) return new Set()
  const pathOf = await listCategoryPaths(
    tx,
    lines.map(({ productId }) => productId),
  )
  const off = lines.filter((line) => {
    const path = pathOf.get(line.productId) ?? []
    const isContracted = categories.some(({ coveredId }) => path.includes(coveredId))
    return isContracted && !quotas.some((quota) => isCovered(quota, line, path))
  })
  return new Set(off.map(({ productId }) => productId))
}
