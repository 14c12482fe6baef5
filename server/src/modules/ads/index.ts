export { adsSettings } from './settings.ts'
