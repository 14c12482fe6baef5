import { Link } from '@tanstack/react-router'
import styles from '../lists/lists.module.css'

/** The id of a part that has no page, such as a refund. It is the address of its row. */
export function PartId({ id }: { readonly id: string }) {
  return (
    <Link id={id} className={styles.id} to="." search={true} hash={id}>
      {id}
    </Link>
  )
}
