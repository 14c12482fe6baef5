import { Decimal } from 'decimal.js'
import { decimalOf, money, unitPrice } from '#kernel/money'
import { numberOf, quantityOf } from '#kernel/quantity'
import { type Conversion, viewConversion } from '#modules/fx'
import type { Address, Delivery, OrderLine } from '#modules/orders'
import { type LineReferences, referencesOf } from '#modules/orders/line-references'
import {
  readAmounts,
  readShippingCosts,
  readTax,
  type StoredAmounts,
  type StoredShippingCost,
  type StoredTax,
  storeAmounts,
  storeShippingCosts,
  storeTax,
} from '#modules/totals'
import { pieces } from '#platform/units'
import type { Snapshot } from '../attempt.ts'

type StoredLine = LineReferences & {
  readonly productId: string
  readonly supplierCompanyId: string
  readonly sku: string
  readonly mpn: string
  readonly name: string
  readonly brand: string
  readonly quantity: number
  readonly unitPrice: string
  /** The price basis. Absent: one. */
  readonly perQuantity?: number
  /** Absent in snapshots of an earlier release: pieces. */
  readonly unit?: string
  readonly totalMinor: string
  /** Absent if the price is in the supplier's currency, and in snapshots of an earlier release. */
  readonly conversion?: {
    readonly rateSetId: string
    readonly rate: string
    readonly from: string
    readonly to: string
    readonly asOf: string
  }
  /** Discount and tax are absent in snapshots of a release older than taxes. */
  readonly discountMinor?: string
  readonly tax?: StoredTax
}

type StoredSnapshot = {
  readonly cartSnapshotVersion: number
  readonly cartItemIds: readonly string[]
  readonly currency: string
  readonly lines: readonly StoredLine[]
  readonly amounts?: StoredAmounts
  readonly shippingCosts?: readonly StoredShippingCost[]
  readonly deliveries?: readonly Delivery[]
  readonly shipTo: Address
  readonly billTo?: Address
  readonly poNumber?: string
  readonly costCenter?: string
  readonly note?: string
}

/** Amounts as text, because JSON has no exact numbers. */
export function storeSnapshot(snapshot: Snapshot): object {
  const lines = snapshot.lines.map(({ total, conversion, discount, tax, ...line }) => ({
    ...line,
    quantity: numberOf(line.quantity),
    ...(discount ? { discountMinor: discount.amountMinor.toString() } : {}),
    ...(tax ? { tax: storeTax(tax) } : {}),
    ...viewConversion(conversion),
    unitPrice: decimalOf(line.unitPrice),
    ...(line.unitPrice.perQuantity === 1 ? {} : { perQuantity: line.unitPrice.perQuantity }),
    totalMinor: total.amountMinor.toString(),
  }))
  const { amounts, shippingCosts } = snapshot
  return {
    ...snapshot,
    lines,
    amounts: amounts && storeAmounts(amounts),
    shippingCosts: shippingCosts && storeShippingCosts(shippingCosts),
  }
}

export function readSnapshot(stored: unknown): Snapshot {
  const { lines, amounts, shippingCosts, deliveries, billTo, poNumber, costCenter, note, ...rest } =
    stored as StoredSnapshot
  const { currency } = rest
  const readLine = (storedLine: StoredLine): OrderLine => {
    const { totalMinor, conversion, discountMinor, tax, perQuantity, ...line } = storedLine
    return {
      ...line,
      ...referencesOf(line),
      quantity: quantityOf(line.quantity),
      discount: discountMinor === undefined ? undefined : money(BigInt(discountMinor), currency),
      tax: tax && readTax(tax, currency),
      unitPrice: unitPrice(line.unitPrice, currency, perQuantity),
      unit: line.unit ?? pieces,
      total: money(BigInt(totalMinor), currency),
      conversion: conversion && readConversion(conversion),
    }
  }
  return {
    ...rest,
    lines: lines.map(readLine),
    amounts: amounts && readAmounts(amounts, currency),
    shippingCosts: shippingCosts && readShippingCosts(shippingCosts, currency),
    deliveries,
    billTo,
    poNumber,
    costCenter,
    note,
  }
}

function readConversion(stored: NonNullable<StoredLine['conversion']>): Conversion {
  return { ...stored, rate: new Decimal(stored.rate), asOf: new Date(stored.asOf) }
}
