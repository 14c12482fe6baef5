export { freePort } from './free-port.ts'
export { tryPort } from './try-port.ts'
