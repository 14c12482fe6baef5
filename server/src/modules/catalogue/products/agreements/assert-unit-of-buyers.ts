import { findCompanyOfUnit } from '#modules/structure'
import type { Conn } from '#platform/db'
import { fail } from '../failures.ts'

/**
 * What holds for a unit holds for one company alone. A unit that ends later needs no lock: it has no members and no units, so its
 * prices and assortments hold for nobody.
 */
export async function assertUnitOfBuyers(
  conn: Conn,
  unitId: string,
  buyerIds: readonly string[],
): Promise<void> {
  const companyId = await findCompanyOfUnit(conn, unitId)
  if (companyId === undefined || buyerIds.some((id) => id !== companyId)) {
    throw fail('unit_unknown', { unitId })
  }
}
