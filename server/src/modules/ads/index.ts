export { adsModule } from './ads-module.ts'
