import type { Dependency } from '../api-types.ts'
import card from '../components/card.module.css'
import { EmptyState } from '../components/empty-state.tsx'
import { Mark, type MarkTone } from '../components/mark.tsx'
import type { MessageKey } from '../language/catalogue.ts'
import { capitalised } from '../language/title-of.ts'
import { useWords } from '../language/use-words.ts'
import styles from './operations.module.css'
import { agoOf, dependencyName } from './words.ts'

const tones: Readonly<Record<Dependency['status'], MarkTone>> = {
  up: 'good',
  degraded: 'warning',
  down: 'critical',
}
const states = {
  up: 'operations.up',
  degraded: 'operations.slow',
  down: 'operations.down',
} as const satisfies Readonly<Record<Dependency['status'], MessageKey>>

type Props = {
  readonly dependencies: readonly Dependency[]
  readonly now: number
  readonly isStale: boolean
}

export function Dependencies({ dependencies, now, isStale }: Props) {
  const words = useWords()
  const { t, milliseconds } = words
  return (
    <section aria-labelledby="dependencies">
      <h2 id="dependencies" className={card.heading}>
        {t('operations.dependencies')}
      </h2>
      {dependencies.length === 0 ? (
        <EmptyState>{t('operations.noDependencies')}</EmptyState>
      ) : (
        <div className={card.card}>
          <table className={card.table} aria-labelledby="dependencies">
            <thead>
              <tr>
                <th scope="col">{t('operations.column.name')}</th>
                <th scope="col">{t('lists.column.state')}</th>
                <th scope="col" className={card.number}>
                  {t('operations.column.latency')}
                </th>
                <th scope="col" className={`${card.number} ${styles.wide}`}>
                  {t('operations.column.checked')}
                </th>
              </tr>
            </thead>
            <tbody>
              {dependencies.map(({ name, status, latencyMs, checkedAt, error }) => (
                <tr key={name}>
                  <th scope="row">
                    {capitalised(dependencyName(words, name))}
                    {error && <span className={card.error}>{error}</span>}
                  </th>
                  <td>
                    <span className={card.state}>
                      <Mark tone={isStale ? 'info' : tones[status]} />
                      {t(isStale ? 'operations.notKnown' : states[status])}
                    </span>
                  </td>
                  <td className={card.number}>{milliseconds(latencyMs)}</td>
                  <td className={`${card.number} ${styles.wide}`}>
                    {agoOf(words, (now - Date.parse(checkedAt)) / 1_000)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
