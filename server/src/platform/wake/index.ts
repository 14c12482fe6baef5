export { attachWake, ringAfterCommit } from './after-commit.ts'
export { createWake, type Wake } from './wake.ts'
