export type { Amounts, LineTax, TaxShare } from './amounts.ts'
export { breakdownOf } from './compute-totals.ts'
export { allocate } from './discount.ts'
export { groupKey, type TaxBounds, type TaxedGroup, taxNextTo, taxUpTo } from './group-tax.ts'
export {
  AmountsView,
  amountFields,
  amountsExample,
  costFields,
  LineTaxView,
  TaxBreakdownView,
  viewAmounts,
  viewBreakdown,
  viewCosts,
  viewLineTax,
} from './schemas.ts'
export { createTotals, type DocumentTotals } from './service.ts'
export {
  type BelowMinimumFee,
  type ParcelCost,
  readShippingCosts,
  type ShippingCost,
  type ShippingCostKey,
  type StoredShippingCost,
  storeShippingCosts,
} from './shipping-cost.ts'
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
export {
  readTakenOff,
  type StoredTakenOff,
  storeTakenOff,
  TakenOffView,
  viewTakenOff,
} from './taken-off.ts'
export type { LineOfGoods, SupplierBelowMinimum, TotalsOfGoods } from './total-lines.ts'
export { totalsModule } from './totals-module.ts'
