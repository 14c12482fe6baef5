import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isSignedOut } from '../api.ts'
import styles from '../lists/lists.module.css'
import card from '../operations/operations.module.css'
import { useNow } from '../operations/use-now.ts'
import { Companies } from './companies.tsx'
import { CompanyWebhooks } from './company-webhooks.tsx'
import { FoundOrders } from './found-orders.tsx'
import { FoundPayments } from './found-payments.tsx'
import { InvoiceDetailsSection } from './invoice-details-section.tsx'
import { People } from './people.tsx'
import { WebhookDeliveries } from './webhook-deliveries.tsx'

/** Each search has its own address: people can send it to a colleague, and the back button works. */
export const findPath = '/admin/find'

type Props = { readonly onSignedOut: () => void }

/** For an operator with a caller on the phone: finds people, companies and records by the words or ids at hand. */
export function FindPage({ onSignedOut }: Props) {
  const query = new URLSearchParams(window.location.search)
  const q = query.get('q')?.trim() ?? ''
  const companyId = query.get('company')?.trim() ?? ''
  const webhookId = query.get('webhook')?.trim() ?? ''
  const event = query.get('event')?.trim() ?? ''
  useEndedSession(onSignedOut)
  useEffect(() => {
    document.title = `${q === '' ? 'Find' : q} · Purveyor`
  }, [q])
  return (
    <div className={card.page}>
      <div className={card.overall}>
        <h1>Find</h1>
      </div>
      <SearchForm q={q} isFirst={q === '' && companyId === ''} />
      {companyId !== '' && webhookId === '' && <OfCompany companyId={companyId} />}
      {companyId !== '' && webhookId !== '' && (
        <OfWebhook companyId={companyId} webhookId={webhookId} event={event} />
      )}
      {companyId === '' && q !== '' && <Everything q={q} />}
      {companyId === '' && q === '' && (
        <p className={`${card.card} ${card.nothing}`}>
          Search for a company by its name or VAT id, a person by their e-mail address, an order by
          its id or PO number, a payment by its id or the provider’s.
        </p>
      )}
    </div>
  )
}

type FormProps = { readonly q: string; readonly isFirst: boolean }

/** On an empty page the field has the focus, so that the operator can type at once. */
function SearchForm({ q, isFirst }: FormProps) {
  return (
    <search>
      <form action={findPath} method="get" className={`${card.card} ${styles.form}`}>
        <div className={styles.fields}>
          <TextInput
            className={styles.wide ?? ''}
            name="q"
            label="Search term"
            description="A company’s name or VAT id, how an e-mail address begins, a PO number, or any id."
            defaultValue={q}
            autoFocus={isFirst}
            required
            minLength={2}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
          />
          <Button type="submit">Find</Button>
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
      <FoundOrders title="Orders" query={{ q }} />
      <FoundPayments title="Payments" query={{ q }} />
    </>
  )
}

function OfCompany({ companyId }: { readonly companyId: string }) {
  const now = useNow()
  return (
    <>
      <Companies q={companyId} />
      <FoundOrders title="Orders of the company" query={{ companyId }} />
      <FoundPayments title="Payments of the company" query={{ companyId }} />
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

/** Each list makes its own requests: the first one that the API refuses shows that the session has ended. */
function useEndedSession(onSignedOut: () => void): void {
  const queries = useQueryClient()
  useEffect(
    () =>
      queries.getQueryCache().subscribe(({ query }) => {
        if (isSignedOut(query.state.error)) onSignedOut()
      }),
    [queries, onSignedOut],
  )
}
