import { Link } from '@tanstack/react-router'
import type { Crawl } from '../api-types.ts'
import { type Column, List } from '../components/list.tsx'
import { useWords } from '../language/use-words.ts'
import { choices } from '../lists/choices.ts'
import { Filter } from '../lists/filter.tsx'
import { Since } from '../lists/since.tsx'
import { useChoice } from '../lists/use-choice.ts'
import card from '../operations/operations.module.css'
import { RecordId } from '../records/record-id.tsx'
import { RecordName } from '../records/record-name.tsx'
import { CrawlActions } from './crawl-actions.tsx'
import { crawlKey, listCrawls } from './crawl-api.ts'
import { CrawlState } from './crawl-state.tsx'

const columns = [
  { title: 'crawl.column.source' },
  { title: 'lists.column.state' },
  { title: 'crawl.column.requests', isNumber: true },
  { title: 'crawl.column.offers', isNumber: true },
  { title: 'lists.column.age', isNumber: true },
  { title: 'lists.column.action' },
] as const satisfies readonly Column[]

/** The crawls of all companies, newest first. */
export function CrawlList({ now }: { readonly now: number }) {
  const { t } = useWords()
  const [choice, setChoice] = useChoice('crawls')
  return (
    <List
      id="crawls"
      title="crawl.list.title"
      queryKey={[...crawlKey, 'list', choice ?? '']}
      read={(cursor, signal) => listCrawls(choice, cursor, signal)}
      columns={columns}
      row={(crawl) => <CrawlRow key={crawl.id} crawl={crawl} now={now} />}
      none={choice === undefined ? 'crawl.list.none' : 'lists.noneInState'}
      isNoneGood={choice !== undefined}
      filter={
        <Filter
          label="crawl.list.filter"
          value={choice}
          all="lists.anyState"
          values={choices.crawls}
          nameOf={(each) => t(`crawl.state.${each}`)}
          onChange={setChoice}
        />
      }
    />
  )
}

function CrawlRow({ crawl, now }: { readonly crawl: Crawl; readonly now: number }) {
  const { number } = useWords()
  const { id, sourceName, companyId, requests, offers, createdAt } = crawl
  return (
    <tr>
      <th scope="row">
        <Link to="/admin/crawl" search={{ crawl: id }}>
          {sourceName}
        </Link>
        <RecordId id={id} />
        <RecordName id={companyId} />
      </th>
      <td>
        <CrawlState crawl={crawl} />
      </td>
      <td className={card.number}>{number(requests)}</td>
      <td className={card.number}>{number(offers)}</td>
      <td className={card.number}>
        <Since at={createdAt} now={now} />
      </td>
      <td>
        <CrawlActions crawl={crawl} />
      </td>
    </tr>
  )
}
