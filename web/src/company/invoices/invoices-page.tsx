import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import card from '../../components/card.module.css'
import { List } from '../../components/list.tsx'
import lists from '../../components/lists.module.css'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import { Choice } from '../choice.tsx'
import { CodeField } from '../codes/code-field.tsx'
import { CsvLink } from '../csv-link.tsx'
import type { Invoice } from '../orders/order-api.ts'
import parts from '../parts.module.css'
import { useSuppliers } from '../search/use-suppliers.ts'
import { DocumentFilters } from '../statement/document-filters.tsx'
import { listDocuments } from '../statement/list-documents.ts'
import { useUnits } from '../structure/use-units.ts'
import { useNames } from '../use-names.ts'
import { withoutUndefined } from '../without-undefined.ts'
import {
  type InvoicesSearch,
  invoiceStates,
  queryOf,
  readInvoicesSearch,
} from './invoices-search.ts'

type Props = { readonly asked: InvoicesSearch }

/** The invoices and credit notes that the company has received, with their files. */
export function InvoicesPage({ asked }: Props) {
  const { t } = useWords()
  const query = queryOf(asked)
  return (
    <Page title={t('invoicesPage.title')} headline={t('invoicesPage.title')}>
      <Filters asked={asked} />
      <List
        id="documents"
        title="statement.documents"
        none="invoicesPage.none"
        isNoneGood={false}
        isLive={false}
        queryKey={['invoices', query]}
        read={(cursor, signal) => listDocuments(query, cursor, signal)}
        columns={[
          { title: 'ordersPage.number' },
          { title: 'statement.kind' },
          { title: 'ordersPage.state' },
          { title: 'catalogue.supplier' },
          { title: 'statement.order' },
          { title: 'statement.issuedOn' },
          { title: 'statement.dueOn' },
          { title: 'statement.net', isNumber: true },
          { title: 'cart.tax', isNumber: true },
          { title: 'cart.total', isNumber: true },
        ]}
        row={(invoice) => <InvoiceRow key={invoice.id} invoice={invoice} />}
        filter={<CsvLink list="invoices" query={query} />}
      />
    </Page>
  )
}

function Filters({ asked }: Props) {
  const { t } = useWords()
  const navigate = useNavigate()
  const { data: tree } = useUnits()
  const suppliers = useSuppliers()
  const { members } = useNames()
  // Whoever leaves a field for another one may change both before the page is drawn again.
  const ask = (changes: InvoicesSearch) =>
    void navigate({
      to: '/invoices',
      search: (latest) => withoutUndefined({ ...readInvoicesSearch(latest), ...changes }),
      replace: true,
    })
  return (
    <search className={parts.filters}>
      <DocumentFilters asked={asked} onAsk={ask} />
      <Choice
        label={t('ordersPage.state')}
        any={t('ordersPage.anyState')}
        chosen={asked.state}
        options={invoiceStates.map((id) => ({ id, name: t(`invoicesPage.state.${id}`) }))}
        onChoose={(id) => ask({ state: invoiceStates.find((known) => known === id) })}
      />
      <Choice
        label={t('catalogue.supplier')}
        any={t('invoicesPage.anySupplier')}
        chosen={asked.supplier}
        options={suppliers}
        onChoose={(supplier) => ask({ supplier })}
      />
      {tree && tree.all.length > 0 && (
        <Choice
          label={t('ourCompany.unit')}
          any={t('addressBook.allUnits')}
          chosen={asked.unit}
          options={tree.all.map(({ id }) => ({ id, name: tree.pathOf(id) }))}
          onChoose={(unit) => ask({ unit })}
        />
      )}
      <Choice
        label={t('invoicesPage.requester')}
        any={t('invoicesPage.anyRequester')}
        chosen={asked.requester}
        options={members}
        onChoose={(requester) => ask({ requester })}
      />
      <CostCenter
        key={asked.costCenter}
        asked={asked.costCenter}
        onAsk={(costCenter) => ask({ costCenter })}
      />
    </search>
  )
}

type CostCenterProps = {
  readonly asked: string | undefined
  readonly onAsk: (costCenter: string | undefined) => void
}

/** What is typed counts when the person leaves the field or presses Enter. */
function CostCenter({ asked, onAsk }: CostCenterProps) {
  const { t } = useWords()
  const [typed, setTyped] = useState(asked ?? '')
  const ask = () => {
    const costCenter = typed.trim() || undefined
    if (costCenter !== asked) onAsk(costCenter)
  }
  return (
    <form
      onBlur={ask}
      onSubmit={(event) => {
        event.preventDefault()
        ask()
      }}
    >
      <CodeField
        kind="costCenter"
        label={t('lineTerms.code.costCenter')}
        value={typed}
        onChange={setTyped}
      />
    </form>
  )
}

function InvoiceRow({ invoice }: { readonly invoice: Invoice }) {
  const { t, day, money } = useWords()
  const { id, number, kind, state, supplierName, orderId, orderNumber } = invoice
  const { issuedOn, dueOn, net, tax, total } = invoice
  const files = `/account/api/api/v1/invoices/${id}`
  return (
    <tr>
      <th scope="row">
        {number ?? t('invoicesPage.noNumber')}
        {number !== undefined && (
          <span className={lists.name}>
            <a href={`${files}/pdf`}>{t('orderPage.pdf')}</a>{' '}
            <a href={`${files}/ubl`}>{t('orderPage.ubl')}</a>
          </span>
        )}
      </th>
      <td>{t(`statement.kind.${kind}`)}</td>
      <td>{t(`invoicesPage.state.${state}`)}</td>
      <td className={lists.words}>{supplierName}</td>
      <td>
        <Link to="/orders/$orderId" params={{ orderId }}>
          {orderNumber ?? t('statement.order')}
        </Link>
      </td>
      <td>{issuedOn && day(issuedOn)}</td>
      <td>{dueOn && day(dueOn)}</td>
      <td className={card.number}>{money(net)}</td>
      <td className={card.number}>{money(tax)}</td>
      <td className={card.number}>{money(total)}</td>
    </tr>
  )
}
