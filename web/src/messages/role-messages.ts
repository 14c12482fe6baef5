import { roleNames } from '@purveyor/sdk'
import type { Language } from '../language/languages.ts'

type Role = keyof typeof roleNames

/** The names of the roles, which the service defines for all of its readers: `role.buyer`. */
export function roleMessages(language: Language): Readonly<Record<`role.${Role}`, string>> {
  const named = Object.entries(roleNames).map(([role, names]) => [`role.${role}`, names[language]])
  return Object.fromEntries(named)
}
