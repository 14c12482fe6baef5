import { listOf } from '../components/list-of.ts'
import { RouteList } from '../components/route-list.tsx'
import { useWords } from '../language/use-words.ts'

const list = listOf('/admin/payments/overdue')

/** Purchases on net terms that are not paid after their due date. */
export function Overdue() {
  const { t } = useWords()
  return (
    <RouteList
      list={list}
      id="overdue"
      title="orders.overdue.title"
      action={({ companyName, companyId }) =>
        t('orders.overdue.next', { company: companyName ?? companyId })
      }
      none="orders.overdue.none"
    />
  )
}
