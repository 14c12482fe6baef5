export {
  fitsUnit,
  isDivisible,
  isUnitCode,
  pieces,
  smallestQuantity,
  unitLabel,
} from './units-of-measure.ts'
