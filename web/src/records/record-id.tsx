import { Link } from '@tanstack/react-router'
import styles from '../lists/lists.module.css'

/** An id. It leads to the page of its record if there is one: the prefix says what the record is. */
export function RecordId({ id }: { readonly id: string }) {
  const [prefix] = id.split('_')
  switch (prefix) {
    case 'ord':
      return (
        <Link className={styles.id} to="/admin/orders/$orderId" params={{ orderId: id }}>
          {id}
        </Link>
      )
    case 'pay':
      return (
        <Link className={styles.id} to="/admin/payments/$paymentId" params={{ paymentId: id }}>
          {id}
        </Link>
      )
    case 'co':
      return (
        <Link className={styles.id} to="/admin/find" search={{ company: id }}>
          {id}
        </Link>
      )
    default:
      return <span className={styles.id}>{id}</span>
  }
}
