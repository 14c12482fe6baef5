import type { ConfigReadiness } from '../api-types.ts'
import { Mark } from './mark.tsx'
import styles from './operations.module.css'

/** The settings of this deployment. A missing value is no outage, so it is separate from the dependencies. */
export function ConfigurationCard({ readiness }: { readonly readiness: ConfigReadiness }) {
  const { required, promotion, policy } = readiness
  const present = required.filter((value) => value.present).length
  const isComplete = present === required.length
  return (
    <section className={`${styles.card} ${styles.section}`} aria-label="Configuration">
      <div className={styles.sectionHead}>
        <h3>Configuration</h3>
        <span className={styles.sectionState}>
          <Mark tone={isComplete ? 'good' : 'info'} size={14} />
          {isComplete ? 'Complete' : `${required.length - present} not set`}
        </span>
      </div>
      <dl>
        <div className={styles.metric}>
          <dt>Required values present</dt>
          <dd>
            {present} of {required.length}
          </dd>
        </div>
        <div className={styles.metric}>
          <dt>Ready for production</dt>
          <dd>{promotion.ready ? 'Yes' : 'Not yet'}</dd>
        </div>
      </dl>
      {promotion.blockers.length > 0 && (
        <details className={styles.details}>
          <summary>What production still needs</summary>
          <ul className={styles.settings}>
            {promotion.blockers.map((blocker) => (
              <li key={blocker}>{blocker}</li>
            ))}
          </ul>
        </details>
      )}
      <details className={styles.details}>
        <summary>Required values</summary>
        <ul className={styles.settings}>
          {required.map(({ name, purpose, present: isPresent }) => (
            <li key={name} className={styles.setting}>
              <Mark tone={isPresent ? 'good' : 'info'} size={14} />
              <div>
                <code>{name}</code>
                <span className="visually-hidden">{isPresent ? ', present' : ', not set'}</span>
                <p className={styles.note}>{purpose}</p>
              </div>
            </li>
          ))}
        </ul>
      </details>
      {policy.length > 0 && (
        <details className={styles.details}>
          <summary>Other settings</summary>
          <dl className={styles.settings}>
            {policy.map(({ name, effective, source }) => (
              <div key={name}>
                <dt>
                  <code>{name}</code>
                </dt>
                <dd className={styles.note}>
                  {effective} ({source})
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </section>
  )
}
