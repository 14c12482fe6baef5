import type { Clock } from '#kernel/time'
import type { Conn } from '#platform/db'
import { createCredentialCache } from '../credential-cache.ts'
import { isCompanyOpen } from './company-store.ts'
import { fail } from './failures.ts'

/** Checked for every credential of every kind, so it is cached for some seconds like credentials. */
export type OpenCompanies = {
  refuseClosed(companyId: string): Promise<void>
  clear(): void
}

export function createOpenCompanies(pool: Conn, now: Clock): OpenCompanies {
  const known = createCredentialCache<true>(now)
  return {
    refuseClosed: async (companyId) => {
      await known.load(companyId, async () => {
        if (!(await isCompanyOpen(pool, companyId))) throw fail('company_disabled')
        return true
      })
    },
    clear: known.clear,
  }
}
