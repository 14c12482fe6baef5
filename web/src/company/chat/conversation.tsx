import { Button } from '@mantine/core'
import { type KeyboardEvent, useRef } from 'react'
import type { ChatMessage, ChatSession } from '../../api-types.ts'
import styles from '../../chat/chat.module.css'
import { MessageLog } from '../../chat/message-log.tsx'
import card from '../../components/card.module.css'
import lists from '../../components/lists.module.css'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import fields from '../fields/field.module.css'
import { Field } from '../fields/field.tsx'
import { textOf } from '../fields/read-fields.ts'
import { extractAgain, sendMessage } from './chat-api.ts'
import { useChatStep } from './use-chat-step.ts'

type Props = { readonly session: ChatSession; readonly messages: readonly ChatMessage[] }

/** The messages and the field for the next one. */
export function Conversation({ session, messages }: Props) {
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
      {session.state === 'FAILED' && <Again sessionId={session.id} />}
      {session.confirmedAt === null && <MessageForm sessionId={session.id} />}
    </section>
  )
}

type StepProps = { readonly sessionId: string }

function MessageForm({ sessionId }: StepProps) {
  const { t } = useWords()
  const form = useRef<HTMLFormElement>(null)
  const sending = useChatStep(sessionId, (text: string) => sendMessage(sessionId, text))
  const send = () => {
    if (!form.current?.reportValidity() || sending.isPending) return
    sending.mutate(textOf(new FormData(form.current), 'text'), {
      onSuccess: () => form.current?.reset(),
    })
  }
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form
      ref={form}
      className={fields.form}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Field label={t('chat.message')} hint={t('chat.messageHint')}>
        <textarea name="text" rows={2} maxLength={20_000} required onKeyDown={sendOnEnter} />
      </Field>
      <div className={fields.buttons}>
        <Button type="submit" loading={sending.isPending}>
          {t('chat.send')}
        </Button>
      </div>
      <Refusal error={sending.error} />
    </form>
  )
}

function Again({ sessionId }: StepProps) {
  const { t } = useWords()
  const reading = useChatStep(sessionId, () => extractAgain(sessionId))
  return (
    <div>
      <Button
        variant="default"
        loading={reading.isPending}
        onClick={() => reading.mutate(undefined)}
      >
        {t('chat.extract')}
      </Button>
      <Refusal error={reading.error} />
    </div>
  )
}
