import type { ReactNode } from 'react'
import card from '../components/card.module.css'
import styles from '../components/record.module.css'
import { useWords } from '../language/use-words.ts'
import { RecordName } from './record-name.tsx'

export type TimelineEntry = {
  readonly at: string
  readonly text: ReactNode
  /** The person or key behind it. */
  readonly by?: string | undefined
}

/** What happened to a record, the newest entry first. The entries come in the order of their time. */
export function Timeline({ entries }: { readonly entries: readonly TimelineEntry[] }) {
  const { t, instant } = useWords()
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className={card.heading}>
        {t('records.timeline.title')}
      </h2>
      <ol className={`${card.card} ${styles.timeline}`}>
        {entries.toReversed().map(({ at, text, by }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries may have one time, and entries are only added.
          <li key={entries.length - place}>
            <time dateTime={at}>{instant(at)}</time>
            <span>
              {text}
              {by !== undefined && <RecordName id={by} />}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
