import type { Matter } from './attention.ts'
import { Mark } from './mark.tsx'
import styles from './operations.module.css'
import { durationOf } from './words.ts'

const toneWords = {
  critical: 'Critical: ',
  warning: 'Warning: ',
  info: 'For information: ',
} as const

type Props = {
  readonly matters: readonly Matter[]
  readonly now: number
  readonly isStale: boolean
}

export function Matters({ matters, now, isStale }: Props) {
  return (
    <section aria-labelledby="attention">
      <h2 id="attention" className={styles.heading}>
        Needs attention
      </h2>
      {matters.length === 0 ? (
        <p className={`${styles.card} ${styles.nothing}`}>
          <Mark tone={isStale ? 'info' : 'good'} />
          {isStale
            ? 'Nothing needed attention when the readings last arrived.'
            : 'Nothing needs attention.'}
        </p>
      ) : (
        <ul className={styles.card}>
          {matters.map((matter) => (
            <MatterRow key={matter.id} matter={matter} now={now} />
          ))}
        </ul>
      )}
    </section>
  )
}

function MatterRow({ matter, now }: { readonly matter: Matter; readonly now: number }) {
  const { tone, title, source, action, detail, since, rows } = matter
  return (
    <li className={styles.matter}>
      <Mark tone={tone} size={20} />
      <h3 className={styles.matterTitle}>
        <span className="visually-hidden">{toneWords[tone]}</span>
        {title}
      </h3>
      <span className={styles.matterSince}>
        {source}
        {since && (
          <>
            {' · for '}
            <time dateTime={since} title={new Date(since).toLocaleString()}>
              {durationOf((now - Date.parse(since)) / 1_000)}
            </time>
          </>
        )}
      </span>
      {action && <p className={styles.matterText}>{action}</p>}
      {rows && (
        <p className={styles.matterText}>
          <a href={rows} aria-label={`Open the list: ${title}`}>
            Open the list
          </a>
        </p>
      )}
      {detail && <p className={styles.matterDetail}>{detail}</p>}
    </li>
  )
}
