import card from '../../components/card.module.css'
import record from '../../components/record.module.css'
import { Section } from '../../components/section.tsx'
import { useWords } from '../../language/use-words.ts'
import type { Words } from '../../language/words.ts'
import type { Order } from './order-api.ts'

/** What happened to the order, the newest first. */
export function OrderTimeline({ entries }: { readonly entries: Order['timeline'] }) {
  const words = useWords()
  return (
    <Section title={words.t('orderPage.timeline')}>
      <ol className={`${card.card} ${record.timeline}`}>
        {entries.toReversed().map(({ version, kind, happenedAt, details }) => (
          <li key={`${version} ${kind}`}>
            <time dateTime={happenedAt}>{words.instant(happenedAt)}</time>
            <span>
              {stepOf(words, kind)}
              {typeof details.comment === 'string' && `: ${details.comment}`}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** A step whose kind is newer than these pages has its own name. */
export function stepOf({ t, find }: Words, kind: string): string {
  const payment = find(`ordersPage.payment.${kind.replace('PAYMENT_', '')}`)
  if (kind.startsWith('PAYMENT_') && payment !== undefined) {
    return t('orderPage.paymentStep', { state: payment })
  }
  return find(`orderPage.step.${kind}`) ?? kind
}
