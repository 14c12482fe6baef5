// Written by `npm run db:types` from the migrated schema. A change begins in a migration.
import type { Conn, WithDefaults, WithGenerated } from '#platform/db'

export type ComparisonRow = {
  only_row: boolean
  compared_until: Date
}

export type CreditAccountRow = {
  company_id: string
  currency: string
  state: string
  limit_minor: number
  used_minor: number
  unallocated_minor: number
  net_days: number
  changed_at: Date
}

export type CreditEntryRow = {
  company_id: string
  currency: string
  entry: number
  kind: string
  amount_minor: number
  payment_id: string | null
  repayment_id: string | null
  noted_by: string | null
  reference: string | null
  reason: string | null
  recorded_at: Date
}

export type DebtRow = {
  company_id: string
  currency: string
  payment_id: string
  net_days: number | null
  due_on: string | null
  owed_minor: number
  repaid_minor: number
  ended_at: Date | null
}

export type DisputeRow = {
  company_id: string
  payment_id: string
  reference: string
  provider: string
  state: string
  amount_minor: number
  currency: string
  reason: string
  answer_by: Date | null
  opened_at: Date
  closed_at: Date | null
}

export type DueRow = {
  company_id: string
  payment_id: string
  document_id: string
  invoice_id: string
  invoice_number: string
  due_on: string
  amount_minor: number
}

export type LedgerRow = {
  company_id: string
  payment_id: string
  entry: number
  kind: string
  amount_minor: number
  currency: string
  refund_id: string | null
  recorded_at: Date
}

export type PaymentRow = {
  company_id: string
  id: string
  payer_id: string
  checkout_id: string | null
  order_id: string | null
  method: string
  provider: string
  capture_method: string
  state: string
  currency: string
  amount_minor: number
  authorized_minor: number
  captured_minor: number
  voided_minor: number
  refunded_minor: number
  refunding_minor: number
  paid_out_minor: number
  charged_back_minor: number
  return_url: string | null
  redirect_url: string | null
  provider_reference: string | null
  failure_reason: string | null
  net_days: number | null
  due_on: string | null
  created_at: Date
  changed_at: Date
  expires_at: Date | null
  version: number
  available_at: Date | null
  attempts: number
  lease_token: string | null
  lease_until: Date | null
  deaths: number
}

export type ProviderEventRow = {
  provider: string
  id: string
  type: string
  outcome: string
  payment_id: string | null
  payload: string
  received_at: Date
}

export type RefundRow = {
  company_id: string
  id: string
  payment_id: string
  state: string
  way: string
  amount_minor: number
  currency: string
  line_number: number | null
  supplier_company_id: string | null
  reason: string | null
  requested_by: string
  provider_reference: string | null
  failure_reason: string | null
  created_at: Date
  settled_at: Date | null
  available_at: Date
  attempts: number
  lease_token: string | null
  lease_until: Date | null
  deaths: number
}

export type PaymentsTables = {
  'payments.comparisons': WithDefaults<ComparisonRow, 'only_row'>
  'payments.credit_accounts': WithDefaults<CreditAccountRow, 'unallocated_minor'>
  'payments.credit_entries': WithGenerated<CreditEntryRow, 'entry'>
  'payments.debts': WithDefaults<DebtRow, 'repaid_minor'>
  'payments.disputes': DisputeRow
  'payments.dues': DueRow
  'payments.ledger': WithGenerated<LedgerRow, 'entry'>
  'payments.payments': WithDefaults<PaymentRow, 'paid_out_minor' | 'charged_back_minor' | 'deaths'>
  'payments.provider_events': ProviderEventRow
  'payments.refunds': WithDefaults<RefundRow, 'way' | 'deaths'>
}

export const tables = (conn: Conn) => conn.withTables<PaymentsTables>()
