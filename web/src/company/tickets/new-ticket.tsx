import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useWords } from '../../language/use-words.ts'
import { Refusal } from '../../shell/refusal.tsx'
import fields from '../fields/field.module.css'
import { Field } from '../fields/field.tsx'
import parts from '../parts.module.css'
import { openTicket } from './ticket-api.ts'

type Props = {
  /** The order that the question is about. The form is open then. */
  readonly orderId: string | undefined
}

/** A question to the support desk. */
export function NewTicket({ orderId }: Props) {
  const { t } = useWords()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(orderId !== undefined)
  const opening = useMutation({
    mutationFn: (form: FormData) => openTicket(form, orderId),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ['tickets'] })
      await navigate({ to: '/tickets/$ticketId', params: { ticketId: id } })
    },
  })
  if (!isOpen) {
    return (
      <div>
        <Button onClick={() => setOpen(true)}>{t('tickets.ask')}</Button>
      </div>
    )
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    opening.mutate(new FormData(event.currentTarget))
  }
  return (
    <form className={`${parts.box} ${fields.form}`} onSubmit={submit}>
      {orderId !== undefined && <p>{t('tickets.aboutOrder')}</p>}
      <Field label={t('tickets.subject')}>
        <input
          // biome-ignore lint/a11y/noAutofocus: the person has just opened this form.
          autoFocus
          name="subject"
          maxLength={200}
          required
        />
      </Field>
      <Field label={t('tickets.message')}>
        <textarea name="message" rows={5} maxLength={20_000} required />
      </Field>
      <Field label={t('tickets.files')} hint={t('tickets.filesHint')}>
        <input name="files" type="file" multiple />
      </Field>
      <div className={fields.buttons}>
        <Button type="submit" loading={opening.isPending}>
          {t('tickets.send')}
        </Button>
        <Button variant="default" onClick={() => setOpen(false)}>
          {t('orderPage.leave')}
        </Button>
      </div>
      <Refusal error={opening.error} />
    </form>
  )
}
