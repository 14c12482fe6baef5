export { attachWake, ringAfterCommit } from './after-commit.ts'
export { type ReadEach, remembered, rememberedEach } from './remembered.ts'
export { createWake, type Wake } from './wake.ts'
