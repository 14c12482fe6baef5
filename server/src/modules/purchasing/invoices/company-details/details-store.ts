import { sql } from 'kysely'
import type { Conn, Tx } from '#platform/db'
import { type CompanyDetailRow, tables } from '../tables.ts'
import type { InvoiceProfile, MissingDetail } from '../ubl/invoice-profile.ts'
import { type InvoiceDetails, noDetails } from './details.ts'

/** A company that entered nothing has no row. */
export async function findDetails(conn: Conn, companyId: string): Promise<InvoiceDetails> {
  const row = await tables(conn)
    .selectFrom('invoices.company_details')
    .selectAll()
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row ? toDetails(row) : noDetails
}

/** The profiles of those of the companies that want more than EN 16931 alone. */
export async function listProfiles(
  conn: Conn,
  companyIds: readonly string[],
): Promise<ReadonlyMap<string, InvoiceProfile>> {
  const { rows } = await sql<{ company_id: string; profile: InvoiceProfile }>`
    select company_id, profile from invoices.company_details
    where company_id = any(${[...companyIds]}::text[]) and profile <> ${noDetails.profile}
  `.execute(conn)
  return new Map(rows.map((row) => [row.company_id, row.profile]))
}

/** Locked until the transaction ends, also if nothing was entered yet. */
export async function lockDetails(tx: Tx, companyId: string, now: Date): Promise<InvoiceDetails> {
  const { rows } = await sql<CompanyDetailRow>`
    insert into invoices.company_details (company_id, profile, changed_at)
    values (${companyId}, ${noDetails.profile}, ${now})
    on conflict (company_id) do update set profile = invoices.company_details.profile
    returning *
  `.execute(tx)
  return rows[0] ? toDetails(rows[0]) : noDetails
}

export async function updateDetails(
  tx: Tx,
  companyId: string,
  details: InvoiceDetails,
  now: Date,
): Promise<void> {
  const { bankAccount, contact, electronicAddress } = details
  await tables(tx)
    .updateTable('invoices.company_details')
    .set({
      iban: bankAccount?.iban ?? null,
      bic: bankAccount?.bic ?? null,
      account_holder: bankAccount?.holder ?? null,
      contact_name: contact?.name ?? null,
      contact_phone: contact?.phone ?? null,
      contact_email: contact?.email ?? null,
      address_scheme: electronicAddress?.scheme ?? null,
      address_id: electronicAddress?.id ?? null,
      legal_registration: details.legalRegistration ?? null,
      tax_registration: details.taxRegistration ?? null,
      profile: details.profile,
      buyer_reference: details.buyerReference ?? null,
      changed_at: now,
    })
    .where('company_id', '=', companyId)
    .execute()
}

export type Gap = {
  readonly supplierId: string
  readonly profile: InvoiceProfile
  readonly missing: readonly MissingDetail[]
  readonly now: Date
}

/** True if other details are missing than the last time. */
export async function noteGap(
  tx: Tx,
  { supplierId, profile, missing, now }: Gap,
): Promise<boolean> {
  if (missing.length === 0) {
    await sql`
      delete from invoices.profile_gaps where company_id = ${supplierId} and profile = ${profile}
    `.execute(tx)
    return false
  }
  const { rows } = await sql`
    insert into invoices.profile_gaps as g (company_id, profile, missing, noticed_at)
    values (${supplierId}, ${profile}, ${[...missing]}::text[], ${now})
    on conflict (company_id, profile) do update set missing = excluded.missing, noticed_at = excluded.noticed_at
      where g.missing <> excluded.missing
    returning 1
  `.execute(tx)
  return rows.length > 0
}

/** A supplier has changed its details: the next order of a buyer with a profile reports what is missing now. */
export async function forgetGaps(tx: Tx, companyId: string): Promise<void> {
  await sql`delete from invoices.profile_gaps where company_id = ${companyId}`.execute(tx)
}

/** At most one for each company. */
export async function listContacts(
  conn: Conn,
  companyIds: readonly string[],
  email: string,
): Promise<object[]> {
  const { rows } = await sql<{ company_id: string; name: string; phone: string; email: string }>`
    select company_id, contact_name as name, contact_phone as phone, contact_email as email
    from invoices.company_details
    where company_id = any(${[...companyIds]}::text[]) and lower(contact_email) = lower(${email})
  `.execute(conn)
  return rows.map(({ company_id: companyId, ...contact }) => ({ companyId, ...contact }))
}

/** Erases a person: their address is no longer a contact for invoices. Issued documents stay as they are. */
export async function forgetContact(
  tx: Tx,
  companyIds: readonly string[],
  email: string,
  now: Date,
): Promise<void> {
  await sql`
    update invoices.company_details
    set contact_name = null, contact_phone = null, contact_email = null, changed_at = ${now}
    where company_id = any(${[...companyIds]}::text[]) and lower(contact_email) = lower(${email})
  `.execute(tx)
}

function toDetails(row: CompanyDetailRow): InvoiceDetails {
  const { iban, contact_name: name, address_scheme: scheme } = row
  return {
    bankAccount:
      iban === null
        ? undefined
        : { iban, bic: row.bic ?? undefined, holder: row.account_holder ?? undefined },
    contact:
      name === null
        ? undefined
        : { name, phone: row.contact_phone ?? '', email: row.contact_email ?? '' },
    electronicAddress: scheme === null ? undefined : { scheme, id: row.address_id ?? '' },
    legalRegistration: row.legal_registration ?? undefined,
    taxRegistration: row.tax_registration ?? undefined,
    profile: row.profile as InvoiceProfile,
    buyerReference: row.buyer_reference ?? undefined,
  }
}
