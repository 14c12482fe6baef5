import { useEffect } from 'react'
import type { MessageKey } from '../language/catalogue.ts'
import { useWords } from '../language/use-words.ts'

/** The title of the window while nobody is signed in. */
export function useWindowTitle(page: MessageKey): void {
  const { t } = useWords()
  const title = t('signIn.windowTitle', { page: t(page) })
  useEffect(() => {
    document.title = title
  }, [title])
}
