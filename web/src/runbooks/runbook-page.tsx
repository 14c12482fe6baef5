import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import card from '../components/card.module.css'
import { EmptyState } from '../components/empty-state.tsx'
import { useWords } from '../language/use-words.ts'
import { Page } from '../shell/page.tsx'
import { Markdown } from './markdown.tsx'
import styles from './runbook.module.css'
import { runbookNamed } from './runbook-named.ts'

/** A runbook of docs/operations, as this release has it. Runbooks are written in English. */
export function RunbookPage({ name }: { readonly name: string }) {
  const { t } = useWords()
  const texts = useQuery({
    queryKey: ['runbooks'],
    queryFn: async () => (await import('./runbook-texts.ts')).runbookTexts,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const text = texts.data && runbookNamed(texts.data, name)
  return (
    <Page title={name} headline={<span lang="en">{name}</span>}>
      {texts.isPending && <Skeleton height={320} />}
      {!texts.isPending && text === undefined && (
        <EmptyState>
          {t(texts.isError ? 'operations.runbookNotLoaded' : 'operations.runbookMissing')}
        </EmptyState>
      )}
      {text !== undefined && (
        <article className={`${card.card} ${styles.runbook}`} lang="en">
          <Markdown text={text} />
        </article>
      )}
    </Page>
  )
}
