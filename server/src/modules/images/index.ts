export { imagesSettings } from './settings.ts'
