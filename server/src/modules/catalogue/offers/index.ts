export { ExpireRequests } from './jobs.ts'
export { offersModule } from './offers-module.ts'
export type { Offers } from './service.ts'
