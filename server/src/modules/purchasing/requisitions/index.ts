export { requisitionsModule } from './requisitions-module.ts'
