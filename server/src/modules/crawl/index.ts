export { crawlModule } from './crawl-module.ts'
export type { Crawls } from './service.ts'
