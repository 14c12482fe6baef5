import { Navigate, useNavigate } from '@tanstack/react-router'
import { EmptyState } from '../components/empty-state.tsx'
import { SearchForm } from '../components/search-form.tsx'
import { useWords } from '../language/use-words.ts'
import { NewCompany } from '../records/people/new-company.tsx'
import { hasPage, isRecordId } from '../records/record-kinds.ts'
import { useEndedSession } from '../session.ts'
import { Page } from '../shell/page.tsx'
import { Companies } from './companies.tsx'
import type { FindSearch } from './find-search.ts'
import { FoundInvoices } from './found-invoices.tsx'
import { FoundOrders } from './found-orders.tsx'
import { FoundPayments } from './found-payments.tsx'
import { FoundRequisitions } from './found-requisitions.tsx'
import { FoundTickets } from './found-tickets.tsx'
import { People } from './people.tsx'

type Props = { readonly search: FindSearch }

/**
 * For an operator with a caller on the phone: finds people, companies and records by the words or ids at hand. Each
 * search has its own address: people can send it to a colleague, and the back button works. A whole id leads to the page
 * of its record.
 */
export function FindPage({ search }: Props) {
  const { q = '', company: companyId = '', webhook: webhookId = '', event = '' } = search
  useEndedSession()
  const { t } = useWords()
  const recordId = webhookId || companyId || (isRecordId(q) && hasPage(q) ? q : '')
  if (recordId !== '') {
    const chosen = event === '' ? {} : { deliveries: `all;event=${event}` as const }
    return <Navigate to="/admin/records/$recordId" params={{ recordId }} search={chosen} replace />
  }
  return (
    <Page title={q === '' ? t('shell.page.find') : q} headline={t('shell.page.find')}>
      <WordsForm key={q} q={q} isFirst={q === ''} />
      {q === '' ? (
        <>
          <EmptyState>{t('find.what')}</EmptyState>
          <NewCompany />
        </>
      ) : (
        <Everything q={q} />
      )}
    </Page>
  )
}

type FormProps = { readonly q: string; readonly isFirst: boolean }

/** On an empty page the field has the focus, so that the operator can type at once. */
function WordsForm({ q, isFirst }: FormProps) {
  const { t } = useWords()
  const navigate = useNavigate()
  return (
    <SearchForm
      act={t('find.submit')}
      fields={[
        {
          name: 'q',
          label: 'find.label',
          description: 'find.hint',
          missing: 'find.hint',
          pattern: /../,
          initial: q,
          maxLength: 200,
          isFocused: isFirst,
        },
      ]}
      onSearch={({ q: typed = '' }) => navigate({ to: '/admin/find', search: { q: typed } })}
    />
  )
}

function Everything({ q }: { readonly q: string }) {
  return (
    <>
      <Companies q={q} />
      {q.length >= 3 && <People q={q} />}
      <FoundOrders title="find.orders.title" query={{ q }} none="find.orders.none" />
      {q.length <= 100 && <FoundInvoices q={q} />}
      {q.length <= 100 && <FoundRequisitions q={q} />}
      {q.length <= 40 && <FoundTickets q={q} />}
      <FoundPayments title="find.payments.title" query={{ q }} />
    </>
  )
}
