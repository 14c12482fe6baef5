import { Outlet } from '@tanstack/react-router'
import { useWords } from '../language/use-words.ts'
import { Trouble } from '../shell/trouble.tsx'
import { Frame } from './frame/frame.tsx'
import { useMe } from './use-me.ts'

/** The pages of a company. Without a session the first request leads to the sign-in. */
export function CompanyApp() {
  const { t } = useWords()
  const me = useMe()
  if (me.isPending) return <p className="visually-hidden">{t('shell.loading')}</p>
  if (me.isError && !me.data) return <Trouble error={me.error} onRetry={() => void me.refetch()} />
  return (
    <Frame me={me.data}>
      <Outlet />
    </Frame>
  )
}
