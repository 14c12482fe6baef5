import { type Column, List } from '../components/list.tsx'
import { isLanguage, languages } from '../language/languages.ts'
import { useWords } from '../language/use-words.ts'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import card from '../operations/operations.module.css'
import { listFailingPdfs } from '../records/purchasing/invoices-api.ts'
import { RecordId } from '../records/record-id.tsx'
import { RecordName } from '../records/record-name.tsx'

const columns = [
  { title: 'find.invoices.invoice' },
  { title: 'lists.column.age', isNumber: true },
  { title: 'lists.column.attempts', isNumber: true },
  { title: 'lists.column.lastError' },
] as const satisfies readonly Column[]

/** Invoices that could not be rendered as PDF. The service tries again. */
export function FailingPdfs({ now }: { readonly now: number }) {
  const { t, number: format, instant } = useWords()
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
          <td className={card.number}>
            <Since at={since} now={now} />
          </td>
          <td className={card.number}>{format(attempts)}</td>
          <td className={styles.words}>
            {error}
            <span className={card.error}>
              {t('orders.notPlaced.next', { time: instant(retryAt) })}
            </span>
          </td>
        </tr>
      )}
      none="orders.pdfs.none"
    />
  )
}
