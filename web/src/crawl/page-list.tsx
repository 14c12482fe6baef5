import type { CrawlPage } from '../api-types.ts'
import { type Column, List } from '../components/list.tsx'
import { useWords } from '../language/use-words.ts'
import { choices } from '../lists/choices.ts'
import { Filter } from '../lists/filter.tsx'
import styles from '../lists/lists.module.css'
import { Since } from '../lists/since.tsx'
import { useChoice } from '../lists/use-choice.ts'
import card from '../operations/operations.module.css'
import { crawlKey, listCrawlPages } from './crawl-api.ts'
import { Reason } from './reason.tsx'

const columns = [
  { title: 'crawl.column.address' },
  { title: 'lists.column.state' },
  { title: 'lists.column.attempts', isNumber: true },
  { title: 'crawl.column.offers', isNumber: true },
  { title: 'crawl.column.time', isNumber: true },
  { title: 'lists.column.age', isNumber: true },
] as const satisfies readonly Column[]

type Props = { readonly crawlId: string; readonly now: number }

/** The pages of a crawl. At first those that failed, each with its reason. */
export function PageList({ crawlId, now }: Props) {
  const { t } = useWords()
  const [state, setState] = useChoice('pages', 'FAILED')
  return (
    <List
      id="pages"
      title="crawl.pages.title"
      queryKey={[...crawlKey, 'pages', crawlId, state ?? '']}
      read={(cursor, signal) => listCrawlPages(crawlId, state, cursor, signal)}
      columns={columns}
      row={(page) => <PageRow key={page.url} page={page} now={now} />}
      none={state === 'FAILED' ? 'crawl.pages.none' : 'lists.noneInState'}
      isNoneGood={state === 'FAILED'}
      filter={
        <Filter
          label="crawl.pages.filter"
          value={state}
          all="lists.anyState"
          values={choices.pages}
          nameOf={(each) => t(`crawl.page.${each}`)}
          onChange={setState}
        />
      }
    />
  )
}

function PageRow({ page, now }: { readonly page: CrawlPage; readonly now: number }) {
  const { t, number, milliseconds } = useWords()
  const { url, state, reason, attempts, offers, tookMs, fetchedAt } = page
  return (
    <tr>
      <th scope="row">
        <span className={styles.words}>{url}</span>
      </th>
      <td>
        {t(`crawl.page.${state}`)}
        {reason !== null && <Reason code={reason} />}
      </td>
      <td className={card.number}>{number(attempts)}</td>
      <td className={card.number}>{number(offers)}</td>
      <td className={card.number}>{tookMs !== null && milliseconds(tookMs)}</td>
      <td className={card.number}>{fetchedAt !== null && <Since at={fetchedAt} now={now} />}</td>
    </tr>
  )
}
