/** The tag of a language, in its usual form: `de-DE`. Undefined for anything else. */
export function languageTag(given: string | undefined): string | undefined {
  if (given === undefined || !/^[A-Za-z]{2,3}(?:[-_][A-Za-z\d]{2,8}){0,3}$/.test(given))
    return undefined
  try {
    return Intl.getCanonicalLocales(given.replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}
