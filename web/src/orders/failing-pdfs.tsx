import { type Column, List } from '../components/list.tsx'
import { isLanguage, languages } from '../language/languages.ts'
import { listFailingPdfs } from '../records/purchasing/invoices-api.ts'
import { RecordId } from '../records/record-id.tsx'
import { RecordName } from '../records/record-name.tsx'
import { FailedCells, failedColumns } from './failed-cells.tsx'

const columns = [
  { title: 'find.invoices.invoice' },
  ...failedColumns,
] as const satisfies readonly Column[]

/** Invoices that could not be rendered as PDF. The service tries again. */
export function FailingPdfs({ now }: { readonly now: number }) {
  return (
    <List
      id="failing-pdfs"
      title="orders.pdfs.title"
      queryKey={['failing-pdfs']}
      read={(cursor, signal) => listFailingPdfs(cursor, signal)}
      columns={columns}
      row={({ invoiceId, buyerId, number, translation, since, attempts, error, retryAt }) => (
        <tr key={`${invoiceId} ${translation}`}>
          <th scope="row">
            {number}
            {isLanguage(translation) && ` ${languages[translation]}`}
            <RecordId id={invoiceId} />
            <RecordName id={buyerId} />
          </th>
          <FailedCells {...{ since, attempts, error, retryAt, now }} />
        </tr>
      )}
      none="orders.pdfs.none"
    />
  )
}
