import { Link } from '@tanstack/react-router'
import styles from '../components/lists.module.css'

type Props = {
  readonly id: string
  /** What people call the part. Default: its id. */
  readonly name?: string
}

/** A part that has no page, such as a refund. Its id is the address of its row. */
export function PartId({ id, name = id }: Props) {
  return (
    <Link id={id} className={styles.id} to="." search={true} hash={id}>
      {name}
    </Link>
  )
}
