export { attachWake, ringAfterCommit } from './after-commit.ts'
export { cached, cachedEach, type ReadEach } from './cached.ts'
export { createWake, type Wake } from './wake.ts'
