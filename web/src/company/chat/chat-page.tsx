import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ChatSession } from '../../api-types.ts'
import styles from '../../chat/chat.module.css'
import { readAgainAfter } from '../../chat/read-again-after.ts'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import { Refusal } from '../../shell/refusal.tsx'
import { WholePage } from '../whole-page.tsx'
import { Brief } from './brief.tsx'
import { chatKey, getSession, listMessages } from './chat-api.ts'
import { Conversation } from './conversation.tsx'
import { Matches } from './matches.tsx'

/** A chat, and beside it the brief that grows out of it. */
export function ChatPage({ sessionId }: { readonly sessionId: string }) {
  const found = useQuery({
    queryKey: chatKey(sessionId),
    queryFn: ({ signal }) => getSession(sessionId, signal),
    refetchInterval: ({ state }) => readAgainAfter(state.data),
  })
  return <WholePage query={found}>{(session) => <ShownChat session={session} />}</WholePage>
}

function ShownChat({ session }: { readonly session: ChatSession }) {
  const { t } = useWords()
  const messages = useQuery({
    queryKey: [...chatKey(session.id), 'messages', session.messages],
    queryFn: ({ signal }) => listMessages(session.id, signal),
    placeholderData: keepPreviousData,
  })
  return (
    <Page title={t('chat.headline')} headline={t('chat.headline')}>
      <Refusal error={messages.error} />
      <div className={styles.sides}>
        <Conversation session={session} messages={messages.data ?? []} />
        <Brief session={session} />
      </div>
      {session.confirmedAt !== null && <Matches session={session} />}
    </Page>
  )
}
