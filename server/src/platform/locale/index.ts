export { defaultLocale, isLocale, type Locale, locales, readerLocale } from '#kernel/locale'
export {
  formatDate,
  formatDecimal,
  formatInstant,
  formatMoney,
  formatQuantity,
  formatTags,
} from './formats.ts'
export { localeOfHeader } from './locale-of-header.ts'
export { canonicalTag, matchLocale } from './match-locale.ts'
