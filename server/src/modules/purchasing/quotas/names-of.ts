import { listCompanyNames } from '#modules/identity'
import { listCatalogNames } from '#modules/products'
import type { Conn } from '#platform/db'

/** The names of companies, and of the products and categories that quotas cover, by their ids. */
export async function namesOf(
  conn: Conn,
  companyIds: readonly string[],
  coveredIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const [companies, covered] = await Promise.all([
    listCompanyNames(conn, [...new Set(companyIds)]),
    listCatalogNames(conn, coveredIds),
  ])
  return new Map([...companies, ...covered])
}
