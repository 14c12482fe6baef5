import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { Facts } from '../../components/facts.tsx'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import { Refusal } from '../../shell/refusal.tsx'
import fields from '../fields/field.module.css'
import { Field } from '../fields/field.tsx'
import parts from '../parts.module.css'
import { WholePage } from '../whole-page.tsx'
import { getTicket, reopen, resolve, type Ticket, ticketKey, writeMessage } from './ticket-api.ts'
import { TicketMessages } from './ticket-messages.tsx'

/** How often the page looks whether the support desk has answered. */
const lookAgainMs = 30_000

/** A question to the support desk, with all that was said about it. */
export function TicketPage({ ticketId }: { readonly ticketId: string }) {
  const ticket = useQuery({
    queryKey: ticketKey(ticketId),
    queryFn: ({ signal }) => getTicket(ticketId, signal),
    refetchInterval: lookAgainMs,
  })
  return <WholePage query={ticket}>{(read) => <ShownTicket ticket={read} />}</WholePage>
}

function ShownTicket({ ticket }: { readonly ticket: Ticket }) {
  const { t, instant } = useWords()
  const { number, subject, state, requester, assignee, openedAt, links, messages } = ticket
  const title = t('tickets.pageTitle', { number, subject })
  const orders = links.flatMap(({ type, id, orderId }) => (type === 'order' ? id : (orderId ?? [])))
  return (
    <Page title={title} headline={title}>
      <Facts
        facts={[
          [t('ordersPage.state'), t(`tickets.state.${state}`)],
          [t('tickets.requester'), requester.name],
          [t('tickets.assignee'), assignee?.name],
          [t('tickets.openedAt'), instant(openedAt)],
          [
            t('tickets.about'),
            orders.length > 0 &&
              [...new Set(orders)].map((orderId) => (
                <Link key={orderId} to="/orders/$orderId" params={{ orderId }}>
                  {t('approvals.openOrder')}
                </Link>
              )),
          ],
        ]}
      />
      <Section title={t('tickets.messages')}>
        <div className={parts.box}>
          <TicketMessages messages={messages} />
        </div>
      </Section>
      {state === 'CLOSED' ? <p>{t('tickets.closed')}</p> : <Answer ticket={ticket} />}
    </Page>
  )
}

function Answer({ ticket: { id, state } }: { readonly ticket: Ticket }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const readAgain = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ticketKey(id) }),
      queries.invalidateQueries({ queryKey: ['tickets'] }),
    ])
  const writing = useMutation({
    mutationFn: (form: FormData) => writeMessage(id, form),
    onSuccess: readAgain,
  })
  const isResolved = state === 'RESOLVED'
  const moving = useMutation({
    mutationFn: () => (isResolved ? reopen(id) : resolve(id)),
    onSettled: readAgain,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    writing.mutate(new FormData(form), { onSuccess: () => form.reset() })
  }
  return (
    <form className={fields.form} onSubmit={submit}>
      <Field label={t('tickets.message')} hint={isResolved ? t('tickets.reopens') : undefined}>
        <textarea name="message" rows={4} maxLength={20_000} required />
      </Field>
      <Field label={t('tickets.files')} hint={t('tickets.filesHint')}>
        <input name="files" type="file" multiple />
      </Field>
      <div className={fields.buttons}>
        <Button type="submit" loading={writing.isPending}>
          {t('tickets.send')}
        </Button>
        <Button variant="default" loading={moving.isPending} onClick={() => moving.mutate()}>
          {t(isResolved ? 'tickets.reopen' : 'tickets.resolve')}
        </Button>
      </div>
      <Refusal error={writing.error ?? moving.error} />
    </form>
  )
}
