export { taxRoutes } from './routes.ts'
export { createTaxes, type TaxDeps, type Taxes, type TaxOfLine } from './service.ts'
export { type TaxClass, taxClasses } from './tax-class.ts'
export type { Tax, TaxCategory, TaxParty } from './tax-of.ts'
