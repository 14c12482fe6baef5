export { keyNamesOf, type SealKey, type SealKeys, sealKeysFrom } from './keys.ts'
export { countSealed, type Resealed, resealColumn, type SealedColumn } from './reseal.ts'
export { createSeal, type Seal, SealBroken } from './seal.ts'
export { sealProbe } from './seal-probe.ts'
