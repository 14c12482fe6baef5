import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isOfSession } from '../session.ts'
import { Refusal } from '../shell/refusal.tsx'
import styles from './language-switch.module.css'
import { isLanguage, languages } from './languages.ts'
import { useLanguage } from './use-words.ts'

/** Chooses the language of the pages in this browser. Each language has its own name for itself. */
export function LanguageSwitch() {
  const { words, choose } = useLanguage()
  const queries = useQueryClient()
  // The service wrote sentences in the language before.
  const choosing = useMutation({
    mutationFn: choose,
    onSuccess: () =>
      queries.invalidateQueries({ predicate: ({ queryKey }) => !isOfSession(queryKey) }),
  })
  return (
    <>
      <select
        className={styles.switch}
        aria-label={words.t('shell.language')}
        value={words.language}
        onChange={(event) => {
          const { value } = event.currentTarget
          if (isLanguage(value)) choosing.mutate(value)
        }}
      >
        {Object.entries(languages).map(([language, name]) => (
          <option key={language} value={language} lang={language}>
            {name}
          </option>
        ))}
      </select>
      <Refusal error={choosing.error} />
    </>
  )
}
