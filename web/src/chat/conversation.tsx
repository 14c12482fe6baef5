import { Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import type { ChatMessage, ChatSession } from '../api-types.ts'
import { Action } from '../components/action.tsx'
import card from '../components/card.module.css'
import { FormView } from '../components/form.tsx'
import lists from '../components/lists.module.css'
import { useWords } from '../language/use-words.ts'
import styles from './chat.module.css'
import { extractAgain, sendMessage } from './chat-api.ts'
import { MessageLog } from './message-log.tsx'

type Props = {
  readonly session: ChatSession
  readonly messages: readonly ChatMessage[]
  readonly onChanged: () => Promise<unknown>
}

/** The messages and the field for the next one. */
export function Conversation({ session, messages, onChanged }: Props) {
  const { t } = useWords()
  return (
    <section className={`${card.card} ${styles.side}`} aria-labelledby="conversation">
      <h2 id="conversation" className={card.heading}>
        {t('chat.conversation')}
      </h2>
      <MessageLog messages={messages} />
      <p role="status" className={lists.quiet}>
        {t(`chat.state.${session.state}`)}
      </p>
      {session.state === 'FAILED' && <Again session={session} onChanged={onChanged} />}
      {session.confirmedAt === null && <MessageForm session={session} onChanged={onChanged} />}
    </section>
  )
}

type ChangeProps = Omit<Props, 'messages'>

function MessageForm({ session, onChanged }: ChangeProps) {
  const { t } = useWords()
  const [text, setText] = useState('')
  const sending = useMutation({
    mutationFn: () => sendMessage(session.id, text.trim()),
    onMutate: () => void setTimeout(onChanged, 300),
    onSuccess: () => setText(''),
    onSettled: onChanged,
  })
  const send = () => {
    if (text.trim() !== '' && !sending.isPending) sending.mutate()
  }
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <FormView
      act={t('chat.send')}
      isPending={sending.isPending}
      error={sending.error}
      onSubmit={send}
    >
      <Textarea
        label={t('chat.message')}
        description={t('chat.messageHint')}
        value={text}
        maxLength={20_000}
        minRows={2}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={sendOnEnter}
      />
    </FormView>
  )
}

function Again({ session, onChanged }: ChangeProps) {
  const { t } = useWords()
  return <Action ask={t('chat.extract')} run={() => extractAgain(session.id)} onDone={onChanged} />
}
