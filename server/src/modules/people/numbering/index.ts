export { numberingModule } from './numbering-module.ts'
export { takeNumber } from './series-store.ts'
