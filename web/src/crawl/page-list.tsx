import { listOf } from '../components/list-of.ts'
import styles from '../components/lists.module.css'
import { RouteList } from '../components/route-list.tsx'
import { useChosen } from '../components/use-chosen.ts'
import { useWords } from '../language/use-words.ts'
import { Reason } from './reason.tsx'

const list = listOf('/api/v1/crawls/{crawlId}/pages')

type Props = { readonly crawlId: string; readonly now: number }

/** The pages of a crawl. At first those that failed, each with its reason. */
export function PageList({ crawlId, now }: Props) {
  const { milliseconds } = useWords()
  const choice = useChosen(list, { as: 'pages', first: 'FAILED' })
  return (
    <RouteList
      list={list}
      id="pages"
      title="crawl.pages.title"
      params={{ crawlId }}
      choice={choice}
      keys={['url']}
      now={now}
      ages={['fetchedAt']}
      names={{ state: 'crawl.page' }}
      cells={{
        url: ({ url }) => <span className={styles.words}>{url}</span>,
        reason: ({ reason }) => reason !== null && <Reason code={reason} />,
        tookMs: ({ tookMs }) => tookMs !== null && milliseconds(tookMs),
      }}
      none="crawl.pages.none"
    />
  )
}
