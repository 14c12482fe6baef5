import type { Crawl } from '../api-types.ts'
import card from '../components/card.module.css'
import { Mark, type MarkTone } from '../components/mark.tsx'
import { useWords } from '../language/use-words.ts'
import { Reason } from './reason.tsx'

const tones: Readonly<Record<Crawl['state'], MarkTone>> = {
  QUEUED: 'info',
  RUNNING: 'info',
  SUCCEEDED: 'good',
  PARTIAL: 'warning',
  FAILED: 'critical',
  CANCELLED: 'info',
}

/** The state of a crawl, and why it ended without all pages. */
export function CrawlState({ crawl }: { readonly crawl: Crawl }) {
  const { t } = useWords()
  const { state, awaitingConfirmation, failure, limitReached } = crawl
  return (
    <>
      <span className={card.state}>
        <Mark tone={tones[state]} />
        {t(`crawl.state.${awaitingConfirmation ? 'PROPOSED' : state}`)}
      </span>
      {failure !== null && <Reason code={failure} />}
      {limitReached !== null && <Reason code={`limit_${limitReached}`} />}
    </>
  )
}
