import { Button, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { SubmitEvent } from 'react'
import { useWords } from '../language/use-words.ts'
import styles from '../lists/lists.module.css'
import card from '../operations/operations.module.css'
import { useNow } from '../operations/use-now.ts'
import { useEndedSession } from '../session.ts'
import { Page } from '../shell/page.tsx'
import { Companies } from './companies.tsx'
import { CompanyWebhooks } from './company-webhooks.tsx'
import type { FindSearch } from './find-search.ts'
import { FoundOrders } from './found-orders.tsx'
import { FoundPayments } from './found-payments.tsx'
import { InvoiceDetailsSection } from './invoice-details-section.tsx'
import { People } from './people.tsx'
import { WebhookDeliveries } from './webhook-deliveries.tsx'

type Props = { readonly search: FindSearch }

/**
 * For an operator with a caller on the phone: finds people, companies and records by the words or ids at hand. Each
 * search has its own address: people can send it to a colleague, and the back button works.
 */
export function FindPage({ search }: Props) {
  const { q = '', company: companyId = '', webhook: webhookId = '', event = '' } = search
  useEndedSession()
  const { t } = useWords()
  return (
    <Page title={q === '' ? t('shell.page.find') : q} headline={t('shell.page.find')}>
      <SearchForm key={`${q} ${companyId}`} q={q} isFirst={q === '' && companyId === ''} />
      {companyId !== '' && webhookId === '' && <OfCompany companyId={companyId} />}
      {companyId !== '' && webhookId !== '' && (
        <OfWebhook companyId={companyId} webhookId={webhookId} event={event} />
      )}
      {companyId === '' && q !== '' && <Everything q={q} />}
      {companyId === '' && q === '' && (
        <p className={`${card.card} ${card.nothing}`}>{t('find.what')}</p>
      )}
    </Page>
  )
}

type FormProps = { readonly q: string; readonly isFirst: boolean }

/** On an empty page the field has the focus, so that the operator can type at once. */
function SearchForm({ q, isFirst }: FormProps) {
  const { t } = useWords()
  const navigate = useNavigate()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('q') ?? '').trim()
    void navigate({ to: '/admin/find', search: { q: typed } })
  }
  return (
    <search>
      <form className={`${card.card} ${styles.form}`} onSubmit={submit}>
        <div className={styles.fields}>
          <TextInput
            className={styles.wide ?? ''}
            name="q"
            label={t('find.label')}
            description={t('find.hint')}
            defaultValue={q}
            autoFocus={isFirst}
            required
            minLength={2}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
          />
          <Button type="submit">{t('find.submit')}</Button>
        </div>
      </form>
    </search>
  )
}

function Everything({ q }: { readonly q: string }) {
  return (
    <>
      <Companies q={q} />
      {q.length >= 3 && <People q={q} />}
      <FoundOrders title="find.orders.title" query={{ q }} />
      <FoundPayments title="find.payments.title" query={{ q }} />
    </>
  )
}

function OfCompany({ companyId }: { readonly companyId: string }) {
  const now = useNow()
  return (
    <>
      <Companies q={companyId} />
      <FoundOrders title="find.orders.titleOfCompany" query={{ companyId }} />
      <FoundPayments title="find.payments.titleOfCompany" query={{ companyId }} />
      <CompanyWebhooks companyId={companyId} now={now} />
      <InvoiceDetailsSection companyId={companyId} />
    </>
  )
}

type OfWebhookProps = {
  readonly companyId: string
  readonly webhookId: string
  readonly event: string
}

function OfWebhook(props: OfWebhookProps) {
  const now = useNow()
  return (
    <>
      <Companies q={props.companyId} />
      <WebhookDeliveries {...props} now={now} />
    </>
  )
}
