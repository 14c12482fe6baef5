export { createTaxes, type Taxes } from './service.ts'
export { type TaxClass, taxClasses } from './tax-class.ts'
export { taxModule } from './tax-module.ts'
export type { Tax, TaxCategory } from './tax-of.ts'
