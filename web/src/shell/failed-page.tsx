import { useQueryClient } from '@tanstack/react-query'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useWords } from '../language/use-words.ts'
import { isOfSession } from '../session.ts'
import { Page } from './page.tsx'
import { Trouble } from './trouble.tsx'

/** Replaces a page that threw an error. The navigation stays. */
export function FailedPage({ error, reset }: ErrorComponentProps) {
  const { t } = useWords()
  const queries = useQueryClient()
  // What the service answered may be the cause, so it is asked again.
  const retry = () => {
    queries.removeQueries({ predicate: ({ queryKey }) => !isOfSession(queryKey) })
    reset()
  }
  return (
    <Page title={t('shell.failed')} headline={t('shell.cannotBeShown')}>
      <Trouble error={error} onRetry={retry} />
    </Page>
  )
}
