export { localesModule } from './locales-module.ts'
export {
  createSupportedLocales,
  localesKey,
  type SupportedLocales,
} from './supported-locales.ts'
