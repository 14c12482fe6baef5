export { isAlive } from './is-alive.ts'
export { type KeptChild, keepChild } from './keep-child.ts'
export { runAsChild } from './run-as-child.ts'
