import { createContext, useContext } from 'react'
import type { Language } from './languages.ts'
import type { Words } from './words.ts'

export type LanguageChoice = {
  readonly words: Words
  /** Loads another language, shows it, and stores the choice in this browser. */
  readonly choose: (language: Language) => Promise<void>
}

export const LanguageContext = createContext<LanguageChoice | undefined>(undefined)

export function useLanguage(): LanguageChoice {
  const choice = useContext(LanguageContext)
  if (!choice) throw new Error('LanguageProvider is missing')
  return choice
}

export function useWords(): Words {
  return useLanguage().words
}
