import { keepPreviousData, useQuery } from '@tanstack/react-query'
import styles from '../../chat/chat.module.css'
import { readAgainAfter } from '../../chat/read-again-after.ts'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import { Trouble } from '../../shell/trouble.tsx'
import { Brief } from './brief.tsx'
import { chatKey, getSession, listMessages } from './chat-api.ts'
import { Conversation } from './conversation.tsx'
import { Matches } from './matches.tsx'

/** A chat, and beside it the brief that grows out of it. */
export function ChatPage({ sessionId }: { readonly sessionId: string }) {
  const { t } = useWords()
  const found = useQuery({
    queryKey: chatKey(sessionId),
    queryFn: ({ signal }) => getSession(sessionId, signal),
    refetchInterval: ({ state }) => readAgainAfter(state.data),
  })
  const messages = useQuery({
    queryKey: [...chatKey(sessionId), 'messages', found.data?.messages],
    queryFn: ({ signal }) => listMessages(sessionId, signal),
    enabled: found.data !== undefined,
    placeholderData: keepPreviousData,
  })
  const error = found.error ?? messages.error
  if (error) return <Trouble error={error} onRetry={() => void found.refetch()} />
  if (!found.data) return <p className="visually-hidden">{t('shell.loading')}</p>
  const session = found.data
  return (
    <Page title={t('chat.headline')} headline={t('chat.headline')}>
      <div className={styles.sides}>
        <Conversation session={session} messages={messages.data ?? []} />
        <Brief session={session} />
      </div>
      {session.confirmedAt !== null && <Matches session={session} />}
    </Page>
  )
}
