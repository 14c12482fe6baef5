import type { Dependency } from '../api-types.ts'
import { Mark, type MarkTone } from './mark.tsx'
import styles from './operations.module.css'
import { agoOf, numberOf, titleOf } from './words.ts'

const tones: Readonly<Record<Dependency['status'], MarkTone>> = {
  up: 'good',
  degraded: 'warning',
  down: 'critical',
}
const words: Readonly<Record<Dependency['status'], string>> = {
  up: 'Up',
  degraded: 'Slow',
  down: 'Down',
}

type Props = {
  readonly dependencies: readonly Dependency[]
  readonly now: number
  readonly isStale: boolean
}

export function Dependencies({ dependencies, now, isStale }: Props) {
  return (
    <section aria-labelledby="dependencies">
      <h2 id="dependencies" className={styles.heading}>
        Dependencies
      </h2>
      {dependencies.length === 0 ? (
        <p className={`${styles.card} ${styles.nothing}`}>
          This process reports no dependencies. That is so while its configuration is incomplete.
        </p>
      ) : (
        <div className={styles.card}>
          <table className={styles.table} aria-labelledby="dependencies">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">State</th>
                <th scope="col" className={styles.number}>
                  Latency
                </th>
                <th scope="col" className={`${styles.number} ${styles.wide}`}>
                  Checked
                </th>
              </tr>
            </thead>
            <tbody>
              {dependencies.map(({ name, status, latencyMs, checkedAt, error }) => (
                <tr key={name}>
                  <th scope="row">
                    {titleOf(name)}
                    {error && <span className={styles.error}>{error}</span>}
                  </th>
                  <td>
                    <span className={styles.state}>
                      <Mark tone={isStale ? 'info' : tones[status]} />
                      {isStale ? 'Not known now' : words[status]}
                    </span>
                  </td>
                  <td className={styles.number}>{numberOf(latencyMs)} ms</td>
                  <td className={`${styles.number} ${styles.wide}`}>
                    {agoOf((now - Date.parse(checkedAt)) / 1_000)}
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
