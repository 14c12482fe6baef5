import { Decimal } from 'decimal.js'
import type { Id } from '#kernel/id'
import { money, unitPrice } from '#kernel/money'
import type { Conversion } from '#modules/fx'
import { type LineProgress, netAndTotal } from './fulfilment/line-progress.ts'
import { readReferences } from './line-references/index.ts'
import type {
  Address,
  Order,
  OrderParties,
  OrderState,
  PaymentState,
  PlacedLine,
  Revisions,
  TimelineEntry,
} from './order.ts'
import {
  toAmounts,
  toLineAmounts,
  toShipping,
  toShippingCostReduced,
} from './placing/amount-columns.ts'
import type { LineRow, OrderRow, TimelineRow } from './tables.ts'

/** Rows become orders only here. The checks of the schema make the casts true. */
export function toOrder(row: OrderRow): Order {
  return {
    id: row.id as Id<'ord'>,
    number: row.number,
    companyId: row.company_id as Id<'co'>,
    checkoutId: row.checkout_id ?? undefined,
    paymentId: row.payment_id ?? undefined,
    supplierIds: row.supplier_ids,
    revisions: (row.revisions as Revisions | null) ?? undefined,
    placedBy: row.placed_by,
    requestedBy: row.requested_by ?? undefined,
    unitId: row.unit_id ?? undefined,
    contracts: (row.contracts as Order['contracts'] | null) ?? undefined,
    state: row.state as OrderState,
    paymentState: row.payment_state as PaymentState,
    version: row.version,
    total: money(BigInt(row.total_minor), row.currency),
    amounts: toAmounts(row),
    ...toShipping(row),
    shippingCostCredited: money(BigInt(row.shipping_credited_minor), row.currency),
    reduced: money(BigInt(row.reduced_minor), row.currency),
    shippingCostReduced: toShippingCostReduced(row),
    poNumber: row.po_number ?? undefined,
    costCenter: row.cost_center ?? undefined,
    note: row.note ?? undefined,
    shipTo: row.ship_to as Address,
    billTo: (row.bill_to as Address | null) ?? undefined,
    parties: (row.parties as OrderParties | null) ?? undefined,
    placedAt: row.placed_at,
    updatedAt: row.updated_at,
    deliveredAt: row.delivered_at ?? undefined,
    held: row.held_at && row.held_by ? { at: row.held_at, by: row.held_by } : undefined,
  }
}

export function toLine(row: LineRow, currency: string): PlacedLine {
  return {
    productId: row.product_id,
    supplierCompanyId: row.supplier_company_id,
    sku: row.sku,
    mpn: row.mpn,
    name: row.name,
    brand: row.brand,
    quantity: BigInt(row.quantity),
    unitPrice: unitPrice(row.unit_price, currency, row.per_quantity),
    unit: row.unit,
    total: money(BigInt(row.total_minor), currency),
    conversion: toConversion(row),
    ...toLineAmounts(row, currency),
    progress: progressOf(row, currency),
  }
}

export function progressOf(row: LineRow, currency: string): LineProgress {
  return {
    lineNumber: row.line_number,
    followsLine: row.follows_line ?? undefined,
    productId: row.product_id,
    sku: row.sku,
    supplierCompanyId: row.supplier_company_id,
    ...readReferences(row),
    quantity: BigInt(row.quantity),
    unit: row.unit,
    confirmedAt: row.confirmed_at ?? undefined,
    promisedDate: row.promised_date ?? undefined,
    agreedDate: row.agreed_date ?? undefined,
    backorderedAt: row.backordered_at ?? undefined,
    waiting: BigInt(row.waiting_quantity),
    proposalId: row.proposal_id ?? undefined,
    changeRequestId: row.change_request_id ?? undefined,
    cancelled: BigInt(row.cancelled_quantity),
    shipped: BigInt(row.shipped_quantity),
    delivered: BigInt(row.delivered_quantity),
    missing: BigInt(row.missing_quantity),
    returned: BigInt(row.returned_quantity),
    claimed: BigInt(row.claimed_quantity),
    ...costOf(row, currency),
    creditedQuantity: BigInt(row.credited_quantity),
    credited: money(BigInt(row.credited_minor), currency),
    reducedOpen: money(BigInt(row.reduced_open_minor), currency),
    reducedKept: money(BigInt(row.reduced_kept_minor), currency),
    keptTaxOffMinor: BigInt(row.kept_tax_off_minor),
    creditedTaxOffMinor: BigInt(row.credited_tax_off_minor),
  }
}

function costOf(row: LineRow, currency: string): Pick<LineProgress, 'net' | 'tax' | 'total'> {
  const { discount, tax } = toLineAmounts(row, currency)
  return netAndTotal(money(BigInt(row.total_minor), currency), discount, tax)
}

function toConversion(row: LineRow): Conversion | undefined {
  const { rate_set_id: rateSetId, rate, rate_from: from, rate_to: to, rate_as_of: asOf } = row
  if (rateSetId === null || rate === null || from === null || to === null || !asOf) return undefined
  return { rateSetId, rate: new Decimal(rate), from, to, asOf }
}

export function toEntry(row: TimelineRow): TimelineEntry {
  return {
    version: row.version,
    kind: row.kind,
    actorId: row.actor_id ?? undefined,
    details: row.details as Record<string, unknown>,
    happenedAt: row.happened_at,
  }
}
