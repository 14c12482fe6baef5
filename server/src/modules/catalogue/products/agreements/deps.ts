import type { Database } from '#platform/db'

export type AgreementsDeps = {
  readonly database: Database
  readonly now: () => Date
  /** Returns undefined for an unknown company. */
  readonly findCompany: (
    companyId: string,
  ) => Promise<{ readonly name: string; readonly supplier: boolean } | undefined>
}
