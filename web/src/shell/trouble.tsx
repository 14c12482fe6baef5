import { Button } from '@mantine/core'
import { sentenceOf, traceOf } from './sentence-of.ts'
import styles from './trouble.module.css'

type Props = { readonly error: unknown; readonly onRetry: () => void; readonly title?: string }

/** Replaces content that could not be loaded. */
export function Trouble({ error, onRetry, title = 'This page cannot be shown' }: Props) {
  const trace = traceOf(error)
  return (
    <div className={styles.trouble}>
      <div className="notice notice-bad" role="alert">
        <strong>{title}</strong>
        <p>{sentenceOf(error)}</p>
        {trace && <p className={styles.trace}>{trace}</p>}
        <Button className={styles.retry ?? ''} variant="default" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </div>
  )
}
