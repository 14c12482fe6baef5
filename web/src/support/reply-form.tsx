import { Button, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { TicketAttachment } from '../api-types.ts'
import { useWords } from '../language/use-words.ts'
import { Choices } from '../lists/decision.tsx'
import lists from '../lists/lists.module.css'
import card from '../operations/operations.module.css'
import { Refusal } from '../shell/refusal.tsx'
import { FilePicker } from './file-picker.tsx'
import { writeMessage } from './support-api.ts'

type To = 'customer' | 'note'

/** A message to the customer, or a note that only operators see. */
export function ReplyForm({ ticketId }: { readonly ticketId: string }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const [to, setTo] = useState<To>('customer')
  const [files, setFiles] = useState<readonly TicketAttachment[]>([])
  const [isMissing, setMissing] = useState(false)
  const sending = useMutation({
    mutationFn: () => {
      const attachmentIds = files.map(({ id }) => id)
      return writeMessage(ticketId, { text, internal: to === 'note', attachmentIds })
    },
    onSuccess: async () => {
      setText('')
      setTo('customer')
      setFiles([])
      await queries.invalidateQueries()
    },
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setMissing(text.trim() === '')
    if (text.trim() !== '') sending.mutate()
  }
  return (
    <form className={`${card.card} ${lists.form}`} onSubmit={submit} noValidate>
      <Textarea
        label={t('support.reply.text')}
        value={text}
        autosize
        minRows={4}
        maxLength={20_000}
        error={isMissing && t('support.reply.missing')}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Choices
        legend={t('support.reply.to')}
        choices={{
          customer: t('support.reply.customer'),
          note: t('support.reply.note'),
        }}
        value={to}
        onChoose={setTo}
      />
      <FilePicker files={files} onChange={setFiles} />
      <div className={lists.buttons}>
        <Button type="submit" loading={sending.isPending}>
          {t(to === 'note' ? 'support.reply.keep' : 'support.reply.send')}
        </Button>
      </div>
      <Refusal error={sending.error} />
    </form>
  )
}
