export { crawlModule } from './crawl-module.ts'
export { externalOffers } from './offers/external-offers.ts'
export type { Crawls } from './service.ts'
export type { Source } from './sources/source.ts'
