import { Link } from '@tanstack/react-router'
import styles from '../components/lists.module.css'
import { hasPage } from './record-kinds.ts'

type Props = {
  readonly id: string
  /** What people call the record. Default: its id. */
  readonly number?: string | undefined
}

/** A record by its number or id. It leads to the page of its record if there is one: the prefix of the id says what it is. */
export function RecordId({ id, number = id }: Props) {
  if (!hasPage(id)) return <span className={styles.id}>{number}</span>
  return (
    <Link className={styles.id} to="/admin/records/$recordId" params={{ recordId: id }}>
      {number}
    </Link>
  )
}
