export { adAuctionsModule } from './ad-auctions-module.ts'
export { adsModule } from './ads-module.ts'
export type { Campaigns } from './campaigns/service.ts'
