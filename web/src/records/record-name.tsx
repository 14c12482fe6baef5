import { Link } from '@tanstack/react-router'
import styles from '../components/lists.module.css'
import { useNames } from './names-api.ts'
import { RecordId } from './record-id.tsx'
import { hasPage } from './record-kinds.ts'

/** The name of a record, which leads to its page. Its id stands there while the name is not known. */
export function RecordName({ id }: { readonly id: string }) {
  const name = useNames([id]).get(id)
  if (name === undefined) return <RecordId id={id} />
  if (!hasPage(id)) {
    return (
      <span className={styles.name} title={id}>
        {name}
      </span>
    )
  }
  return (
    <Link
      className={styles.name}
      to="/admin/records/$recordId"
      params={{ recordId: id }}
      title={id}
    >
      {name}
    </Link>
  )
}
