import { Decimal } from 'decimal.js'
import { decimalOf, money, unitPrice } from '#kernel/money'
import type { Address, OrderLine } from '#modules/orders'
import {
  readAmounts,
  readTax,
  type StoredAmounts,
  type StoredTax,
  storeAmounts,
  storeTax,
} from '#modules/totals'
import type { Snapshot } from './attempt.ts'

type StoredLine = {
  readonly productId: string
  readonly supplierCompanyId: string
  readonly sku: string
  readonly mpn: string
  readonly name: string
  readonly brand: string
  readonly quantity: number
  readonly unitPrice: string
  readonly totalMinor: string
  /** Absent in the currency of the supplier, and in what an earlier release stored. */
  readonly conversion?: {
    readonly rateSetId: string
    readonly rate: string
    readonly from: string
    readonly to: string
  }
  /** These two are absent in what a release from before taxes stored. */
  readonly discountMinor?: string
  readonly tax?: StoredTax
}

type StoredSnapshot = {
  readonly cartSnapshotVersion: number
  readonly cartItemIds: readonly string[]
  readonly currency: string
  readonly lines: readonly StoredLine[]
  readonly amounts?: StoredAmounts
  readonly shipTo: Address
  readonly billTo?: Address
  readonly poNumber?: string
  readonly costCenter?: string
  readonly note?: string
}

/** Amounts as text, because JSON has no exact numbers. */
export function storeSnapshot(snapshot: Snapshot): string {
  const lines = snapshot.lines.map(({ total, conversion, discount, tax, ...line }) => ({
    ...line,
    ...(discount ? { discountMinor: discount.amountMinor.toString() } : {}),
    ...(tax ? { tax: storeTax(tax) } : {}),
    ...(conversion ? { conversion: { ...conversion, rate: conversion.rate.toFixed() } } : {}),
    unitPrice: decimalOf(line.unitPrice),
    totalMinor: total.amountMinor.toString(),
  }))
  const { amounts } = snapshot
  return JSON.stringify({ ...snapshot, lines, amounts: amounts && storeAmounts(amounts) })
}

export function readSnapshot(stored: unknown): Snapshot {
  const { lines, amounts, billTo, poNumber, costCenter, note, ...rest } = stored as StoredSnapshot
  const { currency } = rest
  const readLine = (storedLine: StoredLine): OrderLine => {
    const { totalMinor, conversion, discountMinor, tax, ...line } = storedLine
    return {
      ...line,
      discount: discountMinor === undefined ? undefined : money(BigInt(discountMinor), currency),
      tax: tax && readTax(tax, currency),
      unitPrice: unitPrice(line.unitPrice, currency),
      total: money(BigInt(totalMinor), currency),
      conversion: conversion && { ...conversion, rate: new Decimal(conversion.rate) },
    }
  }
  return {
    ...rest,
    lines: lines.map(readLine),
    amounts: amounts && readAmounts(amounts, currency),
    billTo,
    poNumber,
    costCenter,
    note,
  }
}
