import { Link } from '@tanstack/react-router'
import { useWords } from '../language/use-words.ts'
import { Page } from './page.tsx'

export function NotFoundPage() {
  const { t, rich } = useWords()
  return (
    <Page title={t('shell.notFound.title')} headline={t('shell.notFound.headline')}>
      <p>
        {rich('shell.notFound.advice', {
          link: (name) => <Link to="/admin/operations">{name}</Link>,
        })}
      </p>
    </Page>
  )
}
