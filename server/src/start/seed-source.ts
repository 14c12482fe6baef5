import { scopesOfRoles } from '#kernel/actor'
import type { Crawls } from '#modules/crawl'
import { platformCompanyId } from '#modules/identity'

/**
 * The site of the supplier in the sandbox is a source that everybody sees. Created once for each database: a source that operators
 * have changed stays as it is.
 */
export async function seedSource(
  { crawls }: { readonly crawls: Pick<Crawls, 'createSource' | 'listSources'> },
  supplierUrl: string,
): Promise<void> {
  const roles = new Set(['operator'] as const)
  const scopes = scopesOfRoles(roles)
  const operator = {
    kind: 'system',
    id: 'seed',
    companyId: platformCompanyId,
    roles,
    scopes,
  } as const
  const existing = await crawls.listSources(operator, { before: undefined, limit: 1 })
  if (existing.length > 0) return
  await crawls.createSource(operator, { name: 'Nordlicht', kind: 'site', url: supplierUrl })
}
