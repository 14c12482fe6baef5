import type { Actor } from '#kernel/actor'
import type { Database } from '#platform/db'
import { aCatalog, type Catalog } from '#testing/catalog'
import { anFx } from '#testing/fx'
import { anImportService, type ImportService } from '#testing/imports'

/** A buyer who searches for the imported products. */
export const buyer: Actor = {
  kind: 'person',
  id: 'usr_00000000000000000000000001',
  companyId: 'co_00000000000000000000000001',
  roles: new Set(['buyer']),
  scopes: new Set(),
}

/** The imports of a supplier, and the search of what they add. */
export async function searchedImports(
  database: Database,
): Promise<{ readonly service: ImportService; readonly catalog: Catalog }> {
  const service = await anImportService(database)
  const now = () => new Date()
  const currencyOf = async () => 'EUR'
  return { service, catalog: aCatalog({ database, fx: anFx(database), now, currencyOf }) }
}
