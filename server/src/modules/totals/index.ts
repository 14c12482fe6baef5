export type { Amounts, LineTax, TaxShare } from './amounts.ts'
export type { Totals } from './compute-totals.ts'
export {
  AmountsView,
  amountFields,
  amountsExample,
  LineTaxView,
  TaxBreakdownView,
  viewAmounts,
  viewBreakdown,
  viewLineTax,
} from './schemas.ts'
export { createTotals, type DocumentTotals } from './service.ts'
export {
  readAmounts,
  readBreakdown,
  readTax,
  type StoredAmounts,
  type StoredShare,
  type StoredTax,
  storeAmounts,
  storeBreakdown,
  storeTax,
} from './stored-amounts.ts'
export type { LineOfGoods, ShipTo, TotalsOfGoods } from './total-lines.ts'
