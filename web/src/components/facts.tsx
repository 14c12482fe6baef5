import type { ReactNode } from 'react'
import card from './card.module.css'
import styles from './record.module.css'

export type Fact = readonly [name: string, value: ReactNode]

/** The fields of a record. A field without a value is left out. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={`${card.card} ${styles.facts}`}>
      {facts
        .filter(
          ([, value]) => value !== undefined && value !== null && value !== false && value !== '',
        )
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
