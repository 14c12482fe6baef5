import type { ConfigReadiness } from '../api-types.ts'
import card from '../components/card.module.css'
import { Mark } from '../components/mark.tsx'
import type { MessageKey } from '../language/catalogue.ts'
import { useWords } from '../language/use-words.ts'
import styles from './operations.module.css'

/** The settings of this deployment. A missing value is no outage, so it is separate from the dependencies. */
export function ConfigurationCard({ readiness }: { readonly readiness: ConfigReadiness }) {
  const { t } = useWords()
  const { required, promotion, policy } = readiness
  const present = required.filter((value) => value.present).length
  const isComplete = present === required.length
  return (
    <section
      className={`${card.card} ${styles.section}`}
      aria-label={t('operations.configuration')}
    >
      <div className={styles.sectionHead}>
        <h3>{t('operations.configuration')}</h3>
        <span className={styles.sectionState}>
          <Mark tone={isComplete ? 'good' : 'info'} size={14} />
          {isComplete
            ? t('operations.configurationComplete')
            : t('operations.notSet', { count: required.length - present })}
        </span>
      </div>
      <dl>
        <div className={styles.metric}>
          <dt>{t('operations.requiredPresent')}</dt>
          <dd>{t('operations.presentOf', { present, required: required.length })}</dd>
        </div>
        <div className={styles.metric}>
          <dt>{t('operations.readyForProduction')}</dt>
          <dd>{t(promotion.ready ? 'shell.yes' : 'operations.notYet')}</dd>
        </div>
      </dl>
      {promotion.blockers.length > 0 && (
        <details className={styles.details}>
          <summary>{t('operations.blockers')}</summary>
          <ul className={styles.settings}>
            {promotion.blockers.map((blocker) => (
              <li key={blocker} lang="en">
                {blocker}
              </li>
            ))}
          </ul>
        </details>
      )}
      <details className={styles.details}>
        <summary>{t('operations.requiredValues')}</summary>
        <ul className={styles.settings}>
          {required.map(({ name, purpose, present: isPresent }) => (
            <li key={name} className={styles.setting}>
              <Mark tone={isPresent ? 'good' : 'info'} size={14} />
              <div>
                <code>{name}</code>
                <span className="visually-hidden">
                  {t(isPresent ? 'operations.isPresent' : 'operations.isNotSet')}
                </span>
                <p className={styles.note} lang="en">
                  {purpose}
                </p>
              </div>
            </li>
          ))}
        </ul>
      </details>
      {policy.length > 0 && <OtherSettings policy={policy} />}
    </section>
  )
}

/** What the service reports in the place of a value. */
const reports: Readonly<Record<string, MessageKey>> = {
  none: 'operations.value.none',
  absent: 'operations.value.absent',
  'set, not shown': 'operations.value.hidden',
}

function OtherSettings({ policy }: Pick<ConfigReadiness, 'policy'>) {
  const { t, find } = useWords()
  const shownValueOf = (effective: string) => {
    const report = reports[effective]
    return report ? t(report) : effective
  }
  return (
    <details className={styles.details}>
      <summary>{t('operations.otherSettings')}</summary>
      <dl className={styles.settings}>
        {policy.map(({ name, effective, source }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd className={styles.note}>
              {shownValueOf(effective)}
              {source !== 'absent' && ` (${find(`operations.source.${source}`) ?? source})`}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
