import { type Conn, sql } from '#platform/db'
import { cachedEach, type ReadEach, ringAfterCommit, type Wake } from '#platform/wake'
import type { CompanyRow } from '../../tables.ts'
import type { BillingAddress } from './company.ts'
import { type OrderRequirements, orderRequirements, valuesIn } from './company-settings.ts'

/** The facts about a company on which its purchases depend. */
export type Party = OrderRequirements & {
  readonly name: string
  readonly country: string
  readonly timeZone: string
  /** The currency of its purchases if a request names none. */
  readonly currency: string
  readonly vatId: string | undefined
  readonly billingAddress: BillingAddress | undefined
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

const columnsOfRequirements = Object.values(orderRequirements).map(({ column }) => column)

type PartyRow = Pick<
  CompanyRow,
  | 'id'
  | 'name'
  | 'country'
  | 'time_zone'
  | 'currency'
  | 'vat_id'
  | 'billing_address'
  | (typeof columnsOfRequirements)[number]
>

async function listParties(conn: Conn, companyIds: readonly string[]): Promise<Map<string, Party>> {
  const { rows } = await sql<PartyRow>`
    select id, name, country, time_zone, currency, vat_id, billing_address,
      ${sql.join(columnsOfRequirements.map((column) => sql.ref(column)))}
    from identity.companies where id = any(${[...companyIds]}::text[])
  `.execute(conn)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        name: row.name,
        country: row.country,
        timeZone: row.time_zone,
        currency: row.currency,
        vatId: row.vat_id ?? undefined,
        billingAddress: (row.billing_address as BillingAddress | null) ?? undefined,
        ...valuesIn(orderRequirements, row),
      },
    ]),
  )
}
