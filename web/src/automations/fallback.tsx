import type { Surface } from '../api-types.ts'
import styles from '../lists/lists.module.css'
import card from '../operations/operations.module.css'
import { durationOf, numberOf } from '../operations/words.ts'

/** The three places in which an event can wait, in the order in which they follow one another. */
export function Fallback({ surface }: { readonly surface: Surface }) {
  const metrics = surface.automationFallback?.metrics
  if (!metrics) return null
  const count = (name: string) => Number(metrics[name] ?? 0)
  const oldest = count('oldestPendingOutboxAgeSeconds')
  const steps = [
    {
      title: '1. Replay queue',
      count: count('replayQueueDepth'),
      means: 'Calls fail. They are retried with growing pauses.',
    },
    {
      title: '2. Outbox',
      count: count('pendingOutboxCount'),
      means: `Written, and not begun: no worker runs, or it is behind.${oldest > 0 ? ` The oldest for ${durationOf(oldest)}.` : ''}`,
    },
    {
      title: '3. Stream backlog',
      count: count('streamBacklog'),
      means: 'Events that nobody has read from the log yet.',
    },
  ]
  return (
    <section aria-labelledby="fallback">
      <h2 id="fallback" className={card.heading}>
        Where events wait
      </h2>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step.title} className={`${card.card} ${styles.step}`}>
            <h3 className={styles.quiet}>{step.title}</h3>
            <strong>{numberOf(step.count)}</strong>
            <p className={styles.quiet}>{step.means}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
