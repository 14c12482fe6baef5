export { fitsUnit, isDivisible, isUnitCode, pieces, unitLabel } from './units-of-measure.ts'
