import { Link } from '@tanstack/react-router'
import card from '../components/card.module.css'
import { EmptyState } from '../components/empty-state.tsx'
import { Mark } from '../components/mark.tsx'
import { useWords } from '../language/use-words.ts'
import type { Matter } from './attention.ts'
import styles from './operations.module.css'

type Props = {
  readonly matters: readonly Matter[]
  readonly now: number
  readonly isStale: boolean
}

export function Matters({ matters, now, isStale }: Props) {
  const { t } = useWords()
  return (
    <section aria-labelledby="attention">
      <h2 id="attention" className={card.heading}>
        {t('operations.attention')}
      </h2>
      {matters.length === 0 ? (
        <EmptyState mark={isStale ? 'info' : 'good'}>
          {t(isStale ? 'operations.nothingThen' : 'operations.nothing')}
        </EmptyState>
      ) : (
        <ul className={card.card}>
          {matters.map((matter) => (
            <MatterRow key={matter.id} matter={matter} now={now} />
          ))}
        </ul>
      )}
    </section>
  )
}

function MatterRow({ matter, now }: { readonly matter: Matter; readonly now: number }) {
  const { t, rich, duration, instant } = useWords()
  const { tone, title, source, action, detail, since, rows, runbook } = matter
  return (
    <li className={styles.matter}>
      <Mark tone={tone} size={20} />
      <h3 className={styles.matterTitle}>
        <span className="visually-hidden">{t(`operations.tone.${tone}`)} </span>
        {title}
      </h3>
      <span className={styles.matterSince}>
        {since === undefined
          ? source
          : rich('operations.sourceSince', {
              source,
              duration: (
                <time dateTime={since} title={instant(since)}>
                  {duration((now - Date.parse(since)) / 1_000)}
                </time>
              ),
            })}
      </span>
      {action && <p className={styles.matterText}>{action}</p>}
      <p className={`${styles.matterText} ${styles.links}`}>
        {rows && (
          <Link {...rows} aria-label={t('operations.openListOf', { name: title })}>
            {t('operations.openList')}
          </Link>
        )}
        <Link
          to="/admin/runbooks/$name"
          params={{ name: runbook }}
          aria-label={t('operations.runbookOf', { name: title })}
        >
          {t('operations.runbook')}
        </Link>
        {detail && <span className={styles.matterDetail}>{detail}</span>}
      </p>
    </li>
  )
}
