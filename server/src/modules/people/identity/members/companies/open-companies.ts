import type { Locale } from '#kernel/locale'
import type { Clock } from '#kernel/time'
import type { Conn } from '#platform/db'
import { createCredentialCache } from '../../credential-cache.ts'
import { fail } from '../failures.ts'
import { findOpenCompany } from './company-store.ts'

/** What every request needs of the company of its credential. */
export type OpenCompany = { readonly locale: Locale | undefined }

/** Read for every credential of every kind, so it is cached for some seconds like credentials. */
export type OpenCompanies = {
  /** Throws if the company is closed. */
  get(companyId: string): Promise<OpenCompany>
  clear(): void
}

export function createOpenCompanies(pool: Conn, now: Clock): OpenCompanies {
  const known = createCredentialCache<OpenCompany>(now)
  return {
    get: (companyId) =>
      known.load(companyId, async () => {
        const company = await findOpenCompany(pool, companyId)
        if (!company) throw fail('company_disabled')
        return company
      }),
    clear: known.clear,
  }
}
