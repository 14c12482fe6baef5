import { type Conn, sql } from '#platform/db'
import { cachedEach, type ReadEach, ringAfterCommit, type Wake } from '#platform/wake'
import type { CompanyRow } from '../../tables.ts'
import type { BillingAddress } from './company.ts'

/** The facts about a company on which its purchases depend. */
export type Party = {
  readonly name: string
  readonly country: string
  /** The currency of its purchases if a request names none. */
  readonly currency: string
  readonly vatId: string | undefined
  readonly billingAddress: BillingAddress | undefined
  /** An order needs a purchase order number. */
  readonly poNumberRequired: boolean
  /** An order needs a cost centre. */
  readonly costCenterRequired: boolean
  readonly glAccountRequired: boolean
  readonly projectRequired: boolean
  /** An order says when its goods must arrive. */
  readonly requestedDateRequired: boolean
}

/** Reads many companies at once. Unknown ones are missing from the answer. */
export type PartiesOf = ReadEach<Party>

const companyChanged = 'identity.company_changed'
export const ringCompanyChanged = (tx: Parameters<typeof ringAfterCommit>[0]) =>
  ringAfterCommit(tx, companyChanged)

/** Every cart needs the same few companies. */
export function createParties(wake: Wake): PartiesOf {
  return cachedEach(wake, companyChanged, listParties)
}

type PartyRow = Pick<
  CompanyRow,
  | 'id'
  | 'name'
  | 'country'
  | 'currency'
  | 'vat_id'
  | 'billing_address'
  | 'po_number_required'
  | 'cost_center_required'
  | 'gl_account_required'
  | 'project_required'
  | 'requested_date_required'
>

async function listParties(conn: Conn, companyIds: readonly string[]): Promise<Map<string, Party>> {
  const { rows } = await sql<PartyRow>`
    select id, name, country, currency, vat_id, billing_address, po_number_required, cost_center_required,
      gl_account_required, project_required, requested_date_required
    from identity.companies where id = any(${[...companyIds]}::text[])
  `.execute(conn)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        name: row.name,
        country: row.country,
        currency: row.currency,
        vatId: row.vat_id ?? undefined,
        billingAddress: (row.billing_address as BillingAddress | null) ?? undefined,
        poNumberRequired: row.po_number_required,
        costCenterRequired: row.cost_center_required,
        glAccountRequired: row.gl_account_required,
        projectRequired: row.project_required,
        requestedDateRequired: row.requested_date_required,
      },
    ]),
  )
}
