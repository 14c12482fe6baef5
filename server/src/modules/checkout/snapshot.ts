import { Decimal } from 'decimal.js'
import { decimalOf, money, unitPrice } from '#kernel/money'
import type { Address, OrderLine } from '#modules/orders'
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
}

type StoredSnapshot = {
  readonly cartSnapshotVersion: number
  readonly cartItemIds: readonly string[]
  readonly currency: string
  readonly lines: readonly StoredLine[]
  readonly shipTo: Address
  readonly billTo?: Address
  readonly poNumber?: string
  readonly costCenter?: string
  readonly note?: string
}

/** Amounts as text, because JSON has no exact numbers. */
export function storeSnapshot(snapshot: Snapshot): string {
  const lines = snapshot.lines.map(({ total, conversion, ...line }) => ({
    ...line,
    ...(conversion ? { conversion: { ...conversion, rate: conversion.rate.toFixed() } } : {}),
    unitPrice: decimalOf(line.unitPrice),
    totalMinor: total.amountMinor.toString(),
  }))
  return JSON.stringify({ ...snapshot, lines })
}

export function readSnapshot(stored: unknown): Snapshot {
  const { lines, billTo, poNumber, costCenter, note, ...rest } = stored as StoredSnapshot
  const { currency } = rest
  const readLine = ({ totalMinor, conversion, ...line }: StoredLine): OrderLine => ({
    ...line,
    unitPrice: unitPrice(line.unitPrice, currency),
    total: money(BigInt(totalMinor), currency),
    conversion: conversion && { ...conversion, rate: new Decimal(conversion.rate) },
  })
  return { ...rest, lines: lines.map(readLine), billTo, poNumber, costCenter, note }
}
