import type { Crawl } from '../api-types.ts'
import { Action } from '../components/action.tsx'
import { Actions } from '../components/actions.tsx'
import { useWords } from '../language/use-words.ts'
import { cancelCrawl, confirmCrawl, reconnectCrawl } from './crawl-api.ts'

/** What an operator can do with a live crawl. An ended one has no actions. */
export function CrawlActions({ crawl }: { readonly crawl: Crawl }) {
  const { t } = useWords()
  const { id, sourceName: name, state, awaitingConfirmation } = crawl
  if (state !== 'QUEUED' && state !== 'RUNNING') return null
  return (
    <Actions>
      {awaitingConfirmation ? (
        <Action
          ask={t('crawl.confirm')}
          label={t('crawl.confirmOf', { name })}
          act={t('crawl.confirmNow')}
          run={() => confirmCrawl(id)}
        />
      ) : (
        <Action
          ask={t('crawl.reconnect')}
          label={t('crawl.reconnectOf', { name })}
          act={t('crawl.reconnectNow')}
          run={() => reconnectCrawl(id)}
        />
      )}
      <Action
        ask={t('crawl.cancel')}
        label={t('crawl.cancelOf', { name })}
        act={t('crawl.cancelNow')}
        run={() => cancelCrawl(id)}
      />
    </Actions>
  )
}
