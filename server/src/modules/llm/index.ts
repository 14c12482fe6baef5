export { llmSettings } from './settings.ts'
