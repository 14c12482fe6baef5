export { createTallies, type Tallies, type Tally } from './tallies.ts'
export { purgeTallies } from './tally-store.ts'
