import type { Crawl } from '../api-types.ts'
import { useWords } from '../language/use-words.ts'
import { ConfirmedButton } from '../lists/confirmed-button.tsx'
import { Actions } from '../records/actions.tsx'
import { cancelCrawl, confirmCrawl, crawlKey, reconnectCrawl } from './crawl-api.ts'

/** What an operator can do with a live crawl. An ended one has no actions. */
export function CrawlActions({ crawl }: { readonly crawl: Crawl }) {
  const { t } = useWords()
  const { id, sourceName: name, state, awaitingConfirmation } = crawl
  if (state !== 'QUEUED' && state !== 'RUNNING') return null
  return (
    <Actions>
      {awaitingConfirmation ? (
        <ConfirmedButton
          ask={t('crawl.confirm')}
          label={t('crawl.confirmOf', { name })}
          confirm={t('crawl.confirmNow')}
          act={() => confirmCrawl(id)}
          changes={crawlKey}
        />
      ) : (
        <ConfirmedButton
          ask={t('crawl.reconnect')}
          label={t('crawl.reconnectOf', { name })}
          confirm={t('crawl.reconnectNow')}
          act={() => reconnectCrawl(id)}
          changes={crawlKey}
        />
      )}
      <ConfirmedButton
        ask={t('crawl.cancel')}
        label={t('crawl.cancelOf', { name })}
        confirm={t('crawl.cancelNow')}
        act={() => cancelCrawl(id)}
        changes={crawlKey}
      />
    </Actions>
  )
}
