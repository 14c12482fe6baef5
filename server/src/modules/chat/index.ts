export { chatSettings } from './settings.ts'
