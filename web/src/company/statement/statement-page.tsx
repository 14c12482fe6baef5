import { Link, useNavigate } from '@tanstack/react-router'
import card from '../../components/card.module.css'
import { List } from '../../components/list.tsx'
import { useWords } from '../../language/use-words.ts'
import { Page } from '../../shell/page.tsx'
import { CsvLink } from '../csv-link.tsx'
import type { Invoice } from '../orders/order-api.ts'
import parts from '../parts.module.css'
import { SellingParts } from '../sales/selling-parts.tsx'
import { withoutUndefined } from '../without-undefined.ts'
import { DocumentFilters } from './document-filters.tsx'
import { listDocuments } from './list-documents.ts'
import { queryOf, type StatementSearch } from './statement-search.ts'

type Props = { readonly asked: StatementSearch }

/** What the company has invoiced and credited in a period, and without one also what still waits. */
export function StatementPage({ asked }: Props) {
  const { t } = useWords()
  const query = queryOf('issued', asked)
  return (
    <Page title={t('statement.title')} headline={t('statement.title')}>
      <SellingParts />
      <Period asked={asked} />
      <List
        id="documents"
        title="statement.documents"
        none="statement.none"
        isNoneGood={false}
        isLive={false}
        queryKey={['statement', query]}
        read={(cursor, signal) => listDocuments(query, cursor, signal)}
        columns={[
          { title: 'statement.order' },
          { title: 'statement.kind' },
          { title: 'ordersPage.state' },
          { title: 'ordersPage.number' },
          { title: 'statement.issuedOn' },
          { title: 'statement.dueOn' },
          { title: 'statement.net', isNumber: true },
          { title: 'cart.tax', isNumber: true },
          { title: 'cart.total', isNumber: true },
        ]}
        row={(issued) => <DocumentRow key={issued.id} issued={issued} />}
        filter={<CsvLink list="invoices" query={query} />}
      />
    </Page>
  )
}

function Period({ asked }: Props) {
  const navigate = useNavigate()
  const ask = (changes: StatementSearch) =>
    void navigate({
      to: '/statement',
      search: withoutUndefined({ ...asked, ...changes }),
      replace: true,
    })
  return (
    <search className={parts.filters}>
      <DocumentFilters asked={asked} onAsk={ask} />
    </search>
  )
}

function DocumentRow({ issued }: { readonly issued: Invoice }) {
  const { t, day, money } = useWords()
  const { id, number, kind, state, orderId, orderNumber, issuedOn, dueOn } = issued
  const { net, tax, total } = issued
  return (
    <tr>
      <th scope="row">
        <Link to="/sales/$orderId" params={{ orderId }}>
          {orderNumber ?? orderId}
        </Link>
      </th>
      <td>{t(`statement.kind.${kind}`)}</td>
      <td>{t(`statement.state.${state}`)}</td>
      <td>
        {number !== undefined && <a href={`/account/api/api/v1/invoices/${id}/pdf`}>{number}</a>}
      </td>
      <td>{issuedOn && day(issuedOn)}</td>
      <td>{dueOn && day(dueOn)}</td>
      <td className={card.number}>{net && money(net)}</td>
      <td className={card.number}>{tax && money(tax)}</td>
      <td className={card.number}>{total && money(total)}</td>
    </tr>
  )
}
