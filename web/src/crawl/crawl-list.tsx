import { Link } from '@tanstack/react-router'
import { listOf } from '../components/list-of.ts'
import { RouteList } from '../components/route-list.tsx'
import { useChosen } from '../components/use-chosen.ts'
import { RecordId } from '../records/record-id.tsx'
import { CrawlActions } from './crawl-actions.tsx'
import { CrawlState } from './crawl-state.tsx'

const list = listOf('/api/v1/crawls')
const proposed = { PROPOSED: { state: 'QUEUED', awaitingConfirmation: 'true' } }

/** The crawls of all companies, newest first. */
export function CrawlList({ now }: { readonly now: number }) {
  const choice = useChosen(list, { as: 'crawls', several: proposed })
  return (
    <RouteList
      list={list}
      id="crawls"
      title="crawl.list.title"
      choice={choice}
      now={now}
      ages={['createdAt']}
      names={{ state: 'crawl.state' }}
      cells={{
        id: ({ id, sourceName }) => (
          <>
            <Link to="/admin/crawl" search={{ crawl: id }}>
              {sourceName}
            </Link>
            <RecordId id={id} />
          </>
        ),
        state: (crawl) => <CrawlState crawl={crawl} />,
      }}
      without={['sourceName']}
      action={(crawl) => <CrawlActions crawl={crawl} />}
      none="crawl.list.none"
      isNoneGood={false}
    />
  )
}
