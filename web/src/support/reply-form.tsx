import { useState } from 'react'
import type { TicketAttachment } from '../api-types.ts'
import { Form } from '../components/form.tsx'
import { useWords } from '../language/use-words.ts'
import { FilePicker } from './file-picker.tsx'
import { writeMessage } from './support-api.ts'

/** A message to the customer, or a note that only operators see. */
export function ReplyForm({ ticketId }: { readonly ticketId: string }) {
  const { t } = useWords()
  const [files, setFiles] = useState<readonly TicketAttachment[]>([])
  return (
    <Form
      layout="card"
      act={({ to }) => t(to === 'note' ? 'support.reply.keep' : 'support.reply.send')}
      fields={[
        {
          name: 'text',
          label: 'support.reply.text',
          missing: 'support.reply.missing',
          type: 'long',
          maxLength: 20_000,
        },
        {
          name: 'to',
          label: 'support.reply.to',
          shown: 'one',
          choices: [
            { value: 'customer', label: t('support.reply.customer') },
            { value: 'note', label: t('support.reply.note') },
          ],
        },
      ]}
      run={({ text = '', to }) => {
        const attachmentIds = files.map(({ id }) => id)
        return writeMessage(ticketId, { text, internal: to === 'note', attachmentIds })
      }}
      onDone={() => setFiles([])}
    >
      <FilePicker files={files} onChange={setFiles} />
    </Form>
  )
}
