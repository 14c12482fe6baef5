export { withinMs } from './within-ms.ts'
