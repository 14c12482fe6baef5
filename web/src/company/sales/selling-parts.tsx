import { Link } from '@tanstack/react-router'
import styles from '../../components/record.module.css'
import { useWords } from '../../language/use-words.ts'
import { mayChangeProducts } from '../rights.ts'
import { useMe } from '../use-me.ts'

const forEverybody = [
  { to: '/sales', name: 'sales.orders' },
  { to: '/statement', name: 'statement.title' },
  { to: '/contracts', name: 'contracts.title' },
] as const

const forAdministrators = [
  { to: '/own-products', name: 'ownProducts.title' },
  { to: '/imports', name: 'catalogueFiles.title' },
] as const

/** The pages of a supplier. Its administrators change its products, too. */
export function SellingParts() {
  const { t } = useWords()
  const { data: me } = useMe()
  const parts = [...forEverybody, ...(me && mayChangeProducts(me) ? forAdministrators : [])]
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
