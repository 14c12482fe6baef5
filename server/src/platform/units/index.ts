export { isUnitCode, pieces, unitLabel } from './units-of-measure.ts'
