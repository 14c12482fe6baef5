import { listOf } from '../components/list-of.ts'
import { RouteList } from '../components/route-list.tsx'
import { Since } from '../components/since.tsx'
import { isLanguage, languages } from '../language/languages.ts'

const list = listOf('/admin/invoices/failing-pdfs')

/** Invoices that could not be rendered as PDF. The service tries again. */
export function FailingPdfs({ now }: { readonly now: number }) {
  return (
    <RouteList
      list={list}
      id="failing-pdfs"
      title="orders.pdfs.title"
      keys={['invoiceId', 'translation']}
      cells={{
        translation: ({ translation }) => isLanguage(translation) && languages[translation],
        since: ({ since }) => <Since at={since} now={now} />,
      }}
      none="orders.pdfs.none"
    />
  )
}
