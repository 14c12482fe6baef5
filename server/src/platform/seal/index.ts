export { type SealKey, type SealKeys, sealKeysFrom } from './keys.ts'
export { createSeal, type Seal, SealBroken } from './seal.ts'
