import { NotFound } from '../components/not-found.tsx'
import { useWords } from '../language/use-words.ts'
import { Page } from './page.tsx'

export function NotFoundPage() {
  const { t } = useWords()
  return (
    <Page title={t('shell.notFound.title')} headline={t('shell.notFound.headline')}>
      <NotFound />
    </Page>
  )
}
