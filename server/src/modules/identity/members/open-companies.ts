import type { Conn } from '#platform/db'
import { createPrincipalCache } from '../principal-cache.ts'
import { isCompanyOpen } from './company-store.ts'
import { fail } from './failures.ts'

/** Asked for every credential of whatever kind, and so remembered for some seconds as they are. */
export type OpenCompanies = {
  refuseClosed(companyId: string, now: Date): Promise<void>
  clear(): void
}

export function createOpenCompanies(pool: Conn): OpenCompanies {
  const known = createPrincipalCache<true>()
  return {
    refuseClosed: async (companyId, now) => {
      await known.get(companyId, now, async () => {
        if (!(await isCompanyOpen(pool, companyId))) throw fail('company_disabled')
        return true
      })
    },
    clear: () => known.clear(),
  }
}
