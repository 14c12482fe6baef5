import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Action } from '../components/action.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { useWords } from '../language/use-words.ts'
import { useEndedSession } from '../session.ts'
import { Page } from '../shell/page.tsx'
import { Trouble } from '../shell/trouble.tsx'
import { BriefCard } from './brief-card.tsx'
import styles from './chat.module.css'
import { getSession, listMessages, startSession } from './chat-api.ts'
import type { ChatSearch } from './chat-search.ts'
import { Conversation } from './conversation.tsx'
import { Matches } from './matches.tsx'
import { readAgainAfter } from './read-again-after.ts'

/** The chat and the brief that grows out of it, side by side. */
export function ChatPage({ search }: { readonly search: ChatSearch }) {
  useEndedSession()
  const { t } = useWords()
  return (
    <Page title={t('shell.page.chat')} headline={t('chat.headline')} facts={<StartButton />}>
      {search.session === undefined ? (
        <EmptyState>{t('chat.what')}</EmptyState>
      ) : (
        <OpenSession key={search.session} sessionId={search.session} />
      )}
    </Page>
  )
}

function StartButton() {
  const { t } = useWords()
  const navigate = useNavigate()
  return (
    <Action
      ask={t('chat.start')}
      size="sm"
      run={startSession}
      onDone={({ id }) => navigate({ to: '/admin/chat', search: { session: id } })}
    />
  )
}

function OpenSession({ sessionId }: { readonly sessionId: string }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const found = useQuery({
    queryKey: ['chat', sessionId],
    queryFn: ({ signal }) => getSession(sessionId, signal),
    refetchInterval: ({ state }) => readAgainAfter(state.data),
  })
  const messages = useQuery({
    queryKey: ['chat', sessionId, 'messages', found.data?.messages],
    queryFn: ({ signal }) => listMessages(sessionId, signal),
    enabled: found.data !== undefined,
    placeholderData: (before) => before,
  })
  const refresh = () => queries.invalidateQueries({ queryKey: ['chat', sessionId] })
  const error = found.error ?? messages.error
  if (error) return <Trouble error={error} onRetry={() => void refresh()} />
  if (!found.data) return <p className="visually-hidden">{t('shell.loading')}</p>
  const session = found.data
  return (
    <>
      <div className={styles.sides}>
        <Conversation session={session} messages={messages.data ?? []} onChanged={refresh} />
        <BriefCard session={session} onChanged={refresh} />
      </div>
      {session.confirmedAt !== null && <Matches session={session} />}
    </>
  )
}
