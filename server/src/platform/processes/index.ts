export { isAlive } from './is-alive.ts'
