import { Link } from '@tanstack/react-router'
import styles from '../../components/record.module.css'
import { useWords } from '../../language/use-words.ts'
import { mayChangeProducts } from '../rights.ts'
import { useMe } from '../use-me.ts'

const parts = [
  { to: '/sales', name: 'sales.orders' },
  { to: '/own-products', name: 'ownProducts.title' },
  { to: '/imports', name: 'catalogueFiles.title' },
] as const

/** The pages of a supplier, for its administrators. Everybody else in the company has the orders alone. */
export function SellingParts() {
  const { t } = useWords()
  const { data: me } = useMe()
  if (!me || !mayChangeProducts(me)) return null
  return (
    <nav className={styles.tabs} aria-label={t('sales.title')}>
      {parts.map(({ to, name }) => (
        <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }}>
          {t(name)}
        </Link>
      ))}
    </nav>
  )
}
