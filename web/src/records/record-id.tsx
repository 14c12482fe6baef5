import { Link } from '@tanstack/react-router'
import styles from '../lists/lists.module.css'
import { hasPage } from './record-kinds.ts'

/** An id. It leads to the page of its record if there is one: the prefix says what the record is. */
export function RecordId({ id }: { readonly id: string }) {
  if (!hasPage(id)) return <span className={styles.id}>{id}</span>
  return (
    <Link className={styles.id} to="/admin/records/$recordId" params={{ recordId: id }}>
      {id}
    </Link>
  )
}
