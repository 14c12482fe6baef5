import type { Actor } from '#kernel/actor'
import type { Company } from '#modules/identity'
import type { Conn } from '#platform/db'
import { fail } from '../failures.ts'
import { partyOf } from '../issuing/parties.ts'
import type { InvoiceProfile, MissingDetail } from '../ubl/invoice-profile.ts'
import { missingForProfile, profiles } from '../ubl/profiles.ts'
import { changeDetails, type DetailsDeps } from './change-details.ts'
import type { InvoiceDetails, InvoiceDetailsChange } from './details.ts'
import { findDetails } from './details-store.ts'
import { type RegistrationForm, registrationFormOf } from './registration.ts'
import { withDetails } from './with-details.ts'

export type DetailsView = {
  readonly companyId: string
  readonly details: InvoiceDetails
  /** The names of the numbers in the company's country. */
  readonly registrationForms: { readonly legal: RegistrationForm; readonly tax: RegistrationForm }
  /** The details that the company has to enter as a supplier, for each profile beyond the norm. */
  readonly asSupplier: readonly {
    readonly profile: InvoiceProfile
    readonly missing: readonly MissingDetail[]
  }[]
}

export type CompanyDetails = {
  getOwn(actor: Actor): Promise<DetailsView>
  changeOwn(actor: Actor, change: InvoiceDetailsChange): Promise<DetailsView>
  /** For operators. Throws `invoices.company_not_found`. */
  get(companyId: string): Promise<DetailsView>
  change(operator: Actor, companyId: string, change: InvoiceDetailsChange): Promise<DetailsView>
}

export type CompanyDetailsDeps = DetailsDeps & {
  /** Finds a company by an id from a request. */
  readonly findCompany: (conn: Conn, companyId: string) => Promise<Company | undefined>
}

export function createCompanyDetails(deps: CompanyDetailsDeps): CompanyDetails {
  const { pool } = deps.database
  const read = async (companyId: string): Promise<DetailsView> => {
    const company = await deps.findCompany(pool, companyId)
    if (!company) throw fail('company_not_found', { companyId })
    const details = await findDetails(pool, companyId)
    const { country } = company
    return {
      companyId,
      details,
      registrationForms: {
        legal: registrationFormOf('legal', country),
        tax: registrationFormOf('tax', country),
      },
      asSupplier: readinessOf(company, details),
    }
  }
  return {
    getOwn: ({ companyId }) => read(companyId),
    changeOwn: async (actor, change) => {
      const { companyId } = actor
      await changeDetails(deps, actor, { companyId, change, isOperator: false })
      return read(companyId)
    },
    get: read,
    change: async (operator, companyId, change) => {
      await read(companyId)
      await changeDetails(deps, operator, { companyId, change, isOperator: true })
      return read(companyId)
    },
  }
}

/** The details that a supplier lacks for any buyer. */
export function missingOfSupplier(
  company: Company,
  details: InvoiceDetails,
  profile: InvoiceProfile,
): MissingDetail[] {
  const missing = missingForProfile(profile, {
    seller: withDetails(partyOf(company), details),
    buyer: { companyId: '', name: '', country: '' },
    hasBankAccount: details.bankAccount !== undefined,
  })
  return missing.filter((one) => one.startsWith('supplier.'))
}

function readinessOf(company: Company, details: InvoiceDetails): DetailsView['asSupplier'] {
  return profiles
    .filter((profile) => profile !== 'EN16931')
    .map((profile) => ({ profile, missing: missingOfSupplier(company, details, profile) }))
}
