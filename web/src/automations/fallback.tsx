import type { Surface } from '../api-types.ts'
import card from '../components/card.module.css'
import styles from '../components/lists.module.css'
import { useWords } from '../language/use-words.ts'

/** The three places in which an event can wait, in the order in which they follow one another. */
export function Fallback({ surface }: { readonly surface: Surface }) {
  const { t, number, duration } = useWords()
  const metrics = surface.automationFallback?.metrics
  if (!metrics) return null
  const count = (name: string) => Number(metrics[name] ?? 0)
  const oldest = count('oldestPendingOutboxAgeSeconds')
  const steps = [
    {
      title: t('automations.fallback.replayQueue'),
      count: count('replayQueueDepth'),
      means: t('automations.fallback.replayQueueMeans'),
    },
    {
      title: t('automations.fallback.outbox'),
      count: count('pendingOutboxCount'),
      means: [
        t('automations.fallback.outboxMeans'),
        ...(oldest > 0 ? [t('automations.fallback.oldest', { duration: duration(oldest) })] : []),
      ].join(' '),
    },
    {
      title: t('automations.fallback.stream'),
      count: count('streamBacklog'),
      means: t('automations.fallback.streamMeans'),
    },
  ]
  return (
    <section aria-labelledby="fallback">
      <h2 id="fallback" className={card.heading}>
        {t('automations.fallback.title')}
      </h2>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step.title} className={`${card.card} ${styles.step}`}>
            <h3 className={styles.quiet}>{step.title}</h3>
            <strong>{number(step.count)}</strong>
            <p className={styles.quiet}>{step.means}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
