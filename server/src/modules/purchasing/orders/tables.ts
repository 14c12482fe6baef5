// Written by `npm run db:types` from the migrated schema. A change begins in a migration.
import type { Conn, WithDefaults } from '#platform/db'

export type CreditRow = {
  company_id: string
  order_id: string
  id: string
  payment_id: string
  kind: string
  state: string
  amount_minor: number
  currency: string
  settled_minor: number | null
  refund_id: string | null
  refusals: number
  requested_by: string
  created_at: Date
  settled_at: Date | null
  available_at: Date
  attempts: number
  lease_token: string | null
  lease_until: Date | null
  deaths: number
  last_error: string | null
}

export type LetterHourRow = {
  company_id: string
  hour: Date
  mails: number
}

export type LineRow = {
  company_id: string
  order_id: string
  line_number: number
  product_id: string
  supplier_company_id: string
  sku: string
  mpn: string
  name: string
  brand: string
  quantity: number
  unit: string
  per_quantity: number
  unit_price: string
  total_minor: number
  discount_minor: number | null
  tax_category: string | null
  tax_rate: string | null
  tax_minor: number | null
  tax_reason: string | null
  tax_country: string | null
  rate_set_id: string | null
  rate: string | null
  rate_from: string | null
  rate_to: string | null
  delivery: number | null
  cost_center: string | null
  po_number: string | null
  confirmed_at: Date | null
  cancelled_quantity: number
  shipped_quantity: number
  delivered_quantity: number
  missing_quantity: number
  returned_quantity: number
  claimed_quantity: number
  credited_quantity: number
  credited_minor: number
  reduced_open_minor: number
  reduced_kept_minor: number
  rate_as_of: Date | null
}

export type OrderRow = {
  company_id: string
  id: string
  checkout_id: string | null
  payment_id: string | null
  placed_by: string
  state: string
  payment_state: string
  version: number
  currency: string
  goods_minor: number | null
  discount_minor: number | null
  shipping_minor: number | null
  tax_minor: number | null
  tax_breakdown: unknown
  total_minor: number
  discounts: unknown
  shipping: unknown
  po_number: string | null
  cost_center: string | null
  note: string | null
  ship_to: unknown
  bill_to: unknown
  deliveries: unknown
  parties: unknown
  concealed: boolean
  held_at: Date | null
  held_by: string | null
  shipping_credited_minor: number
  reduced_minor: number
  shipping_reduced: unknown
  placed_at: Date
  delivered_at: Date | null
  updated_at: Date
}

export type ReturnLineRow = {
  company_id: string
  order_id: string
  return_id: string
  line_number: number
  reason: string
  quantity: number
  accepted_quantity: number | null
}

export type ReturnRow = {
  company_id: string
  order_id: string
  id: string
  supplier_company_id: string
  state: string
  note: string | null
  requested_by: string
  requested_at: Date
  received_at: Date | null
  decided_at: Date | null
  decision_note: string | null
  restocked: boolean | null
  credit_id: string | null
}

export type ShipmentLineRow = {
  company_id: string
  order_id: string
  shipment_id: string
  line_number: number
  quantity: number
  damaged_quantity: number
  missing_quantity: number
}

export type ShipmentRow = {
  company_id: string
  order_id: string
  id: string
  supplier_company_id: string
  carrier: string | null
  tracking_number: string | null
  tracking_url: string | null
  note: string | null
  shipped_by: string
  shipped_at: Date
  delivered_at: Date | null
  delivery_note: string | null
}

export type TimelineRow = {
  company_id: string
  order_id: string
  version: number
  kind: string
  actor_id: string | null
  details: unknown
  happened_at: Date
}

export type OrdersTables = {
  'orders.credits': WithDefaults<CreditRow, 'refusals' | 'attempts' | 'deaths'>
  'orders.letter_hours': LetterHourRow
  'orders.lines': WithDefaults<
    LineRow,
    'unit' | 'per_quantity' | 'cancelled_quantity' | 'shipped_quantity' | 'delivered_quantity' | 'missing_quantity' | 'returned_quantity' | 'claimed_quantity' | 'credited_quantity' | 'credited_minor' | 'reduced_open_minor' | 'reduced_kept_minor'
  >
  'orders.orders': WithDefaults<OrderRow, 'concealed' | 'shipping_credited_minor' | 'reduced_minor'>
  'orders.return_lines': ReturnLineRow
  'orders.returns': ReturnRow
  'orders.shipment_lines': WithDefaults<ShipmentLineRow, 'damaged_quantity' | 'missing_quantity'>
  'orders.shipments': ShipmentRow
  'orders.timeline': TimelineRow
}

export const tables = (conn: Conn) => conn.withTables<OrdersTables>()
