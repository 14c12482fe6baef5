import { type Column, List } from '../../components/list.tsx'
import { useWords } from '../../language/use-words.ts'
import card from '../../operations/operations.module.css'
import { RecordId } from '../record-id.tsx'
import { listInvoicesOf } from './invoices-api.ts'

const columns = [
  { title: 'find.invoices.invoice' },
  { title: 'lists.column.state' },
  { title: 'find.invoices.issued' },
  { title: 'find.orders.total', isNumber: true },
] as const satisfies readonly Column[]

type Props = { readonly companyId: string; readonly orderId?: string }

/** The invoices and credit notes that the company received, or those of one of its orders. */
export function InvoicesOf({ companyId, orderId }: Props) {
  const { t, day, money } = useWords()
  return (
    <List
      id="invoices"
      title={orderId === undefined ? 'invoice.ofCompany' : 'invoice.ofOrder'}
      queryKey={['invoices-of', companyId, orderId ?? '']}
      read={(cursor, signal) =>
        listInvoicesOf(companyId, { cursor, ...(orderId !== undefined && { orderId }) }, signal)
      }
      columns={columns}
      row={({ id, kind, number = '', state, issuedOn, total }) => (
        <tr key={id}>
          <th scope="row">
            {t(`invoice.kind.${kind}`)} {number}
            <RecordId id={id} />
          </th>
          <td>{t(`invoice.state.${state}`)}</td>
          <td>{issuedOn && day(issuedOn)}</td>
          <td className={card.number}>{money(total)}</td>
        </tr>
      )}
      none="invoice.none"
      isNoneGood={false}
      isLive={false}
    />
  )
}
