import { Link } from '@tanstack/react-router'
import { EmptyState } from '../components/empty-state.tsx'
import { useWords } from '../language/use-words.ts'
import { Page } from '../shell/page.tsx'

export function NotFoundPage() {
  const { t, rich } = useWords()
  return (
    <Page title={t('shell.notFound.title')} headline={t('shell.notFound.headline')}>
      <EmptyState>
        {rich('frame.notFound', { link: (name) => <Link to="/">{name}</Link> })}
      </EmptyState>
    </Page>
  )
}
