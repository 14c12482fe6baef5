import { Button } from '@mantine/core'
import { useWords } from '../language/use-words.ts'
import { sentenceOf, traceOf } from './sentence-of.ts'
import styles from './trouble.module.css'

type Props = { readonly error: unknown; readonly onRetry: () => void; readonly title?: string }

/** Replaces content that could not be loaded. */
export function Trouble({ error, onRetry, title }: Props) {
  const words = useWords()
  const trace = traceOf(error)
  return (
    <div className={styles.trouble}>
      <div className="notice notice-bad" role="alert">
        <strong>{title ?? words.t('shell.cannotBeShown')}</strong>
        <p>{sentenceOf(words, error)}</p>
        {trace && <p className={styles.trace}>{trace}</p>}
        <Button className={styles.retry ?? ''} variant="default" onClick={onRetry}>
          {words.t('shell.tryAgain')}
        </Button>
      </div>
    </div>
  )
}
