// Written by `npm run db:types` from the migrated schema. A change begins in a migration.
import type { Conn, WithDefaults } from '#platform/db'

export type CompanyDetailRow = {
  company_id: string
  iban: string | null
  bic: string | null
  account_holder: string | null
  contact_name: string | null
  contact_phone: string | null
  contact_email: string | null
  address_scheme: string | null
  address_id: string | null
  legal_registration: string | null
  tax_registration: string | null
  profile: string
  buyer_reference: string | null
  changed_at: Date
}

export type CounterRow = {
  supplier_company_id: string
  kind: string
  year: number
  last: number
}

export type DocumentRow = {
  company_id: string
  id: string
  supplier_company_id: string
  order_id: string
  ordered_by: string
  kind: string
  source_id: string
  delivery: number | null
  state: string
  number: string | null
  issued_on: string | null
  due_on: string | null
  currency: string
  net_minor: number
  tax_minor: number
  total_minor: number
  content: unknown
  created_at: Date
  issued_at: Date | null
}

export type LineRow = {
  company_id: string
  order_id: string
  line_number: number
  invoiced_quantity: number
  returned_quantity: number
}

export type PdfRow = {
  company_id: string
  invoice_id: string
  content: Uint8Array | null
  sha256: string | null
  rendered_at: Date | null
  attempts: number
  lease_token: string | null
  lease_until: Date | null
  failed_at: Date | null
  error: string | null
  retry_at: Date | null
  state: string
  available_at: Date
  deaths: number
  rendering: string
}

export type ProfileGapRow = {
  company_id: string
  profile: string
  missing: string[]
  noticed_at: Date
}

export type StepRow = {
  company_id: string
  order_id: string
  order_version: number
}

export type InvoicesTables = {
  'invoices.company_details': CompanyDetailRow
  'invoices.counters': CounterRow
  'invoices.documents': DocumentRow
  'invoices.lines': WithDefaults<LineRow, 'invoiced_quantity' | 'returned_quantity'>
  'invoices.pdfs': WithDefaults<PdfRow, 'attempts' | 'state' | 'available_at' | 'deaths'>
  'invoices.profile_gaps': ProfileGapRow
  'invoices.steps': StepRow
}

export const tables = (conn: Conn) => conn.withTables<InvoicesTables>()
