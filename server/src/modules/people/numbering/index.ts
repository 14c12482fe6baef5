export { type NumberKind, numberKinds } from './number-series.ts'
export { numberingModule } from './numbering-module.ts'
export { takeNumber } from './series-store.ts'
