import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef } from 'react'
import card from '../../components/card.module.css'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import { Refusal } from '../../shell/refusal.tsx'
import fields from '../fields/field.module.css'
import { Field } from '../fields/field.tsx'
import { textOf } from '../fields/read-fields.ts'
import { PagedList } from '../paged-list.tsx'
import parts from '../parts.module.css'
import { Table } from '../table.tsx'
import { type ChatSummary, listChats, sendMessage, startChat } from './chat-api.ts'

/** Where a person says what is needed, and finds what was said before. */
export function ChatsPage() {
  const { t } = useWords()
  return (
    <Page title={t('frame.chats')} headline={t('frame.chats')}>
      <NewChat />
      <PagedList queryKey={['chats']} read={listChats} none={t('chat.none')}>
        {(chats) => <ChatTable chats={chats} />}
      </PagedList>
    </Page>
  )
}

function NewChat() {
  const { t } = useWords()
  const navigate = useNavigate()
  /** A message that is refused leaves its session empty: the next one goes there. */
  const started = useRef<string>(undefined)
  const starting = useMutation({
    mutationFn: async (text: string) => {
      started.current ??= await startChat()
      await sendMessage(started.current, text)
      return started.current
    },
    onSuccess: (sessionId) => navigate({ to: '/chats/$sessionId', params: { sessionId } }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = textOf(new FormData(event.currentTarget), 'text')
    if (text !== '') starting.mutate(text)
  }
  return (
    <form className={`${parts.box} ${fields.form}`} onSubmit={submit}>
      <Field label={t('chat.need')} hint={t('chat.needHint')}>
        <textarea name="text" rows={4} maxLength={20_000} required />
      </Field>
      <div className={fields.buttons}>
        <Button type="submit" loading={starting.isPending}>
          {t('chat.start')}
        </Button>
      </div>
      <Refusal error={starting.error} />
    </form>
  )
}

function ChatTable({ chats }: { readonly chats: readonly ChatSummary[] }) {
  const { t, instant, number } = useWords()
  return (
    <Table heads={['chat.begun', 'ordersPage.state', { number: 'chat.items' }, 'chat.changed']}>
      {chats.map(({ id, createdAt, state, items, updatedAt }) => (
        <tr key={id}>
          <th scope="row">
            <Link to="/chats/$sessionId" params={{ sessionId: id }}>
              <time dateTime={createdAt}>{instant(createdAt)}</time>
            </Link>
          </th>
          <td>{t(`chat.state.${state}`)}</td>
          <td className={card.number}>{number(items)}</td>
          <td>
            <time dateTime={updatedAt}>{instant(updatedAt)}</time>
          </td>
        </tr>
      ))}
    </Table>
  )
}
