// Written by `npm run db:types` from the migrated schema. A change begins in a migration.
import type { Conn, WithDefaults } from '#platform/db'

export type AttemptRow = {
  company_id: string
  id: string
  owner_id: string
  cart_id: string | null
  state: string
  snapshot: unknown
  approval: unknown
  budgeted: boolean
  currency: string
  total_minor: number
  created_at: Date
  reserved_until: Date
  payment_id: string | null
  payment_initiated_at: Date | null
  order_id: string | null
  cancelled_by: string | null
  ended_at: Date | null
  failure_code: string | null
  failure_message: string | null
  failing_since: Date | null
  stuck_alerted_at: Date | null
  available_at: Date
  attempts: number
  lease_token: string | null
  lease_until: Date | null
  deaths: number
  last_error: string | null
}

export type UnorderedPaymentRow = {
  company_id: string
  payment_id: string
  checkout_id: string | null
  order_id: string | null
  state: string
  amount_minor: number
  currency: string
  settled_minor: number | null
  refund_id: string | null
  refusals: number
  created_at: Date
  settled_at: Date | null
  available_at: Date
  attempts: number
  lease_token: string | null
  lease_until: Date | null
  deaths: number
  last_error: string | null
}

export type CheckoutTables = {
  'checkout.attempts': WithDefaults<AttemptRow, 'budgeted' | 'attempts' | 'deaths'>
  'checkout.unordered_payments': WithDefaults<
    UnorderedPaymentRow,
    'refusals' | 'attempts' | 'deaths'
  >
}

export const tables = (conn: Conn) => conn.withTables<CheckoutTables>()
