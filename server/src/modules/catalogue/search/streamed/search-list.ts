import { Type } from 'typebox'
import { ownerIdOf } from '#kernel/actor'
import { type Database, sql } from '#platform/db'
import { defineList, filter, type List, newestFirst } from '#platform/lists'
import type { SearchRow } from '../tables.ts'
import { readableSearches } from './read-search.ts'
import {
  SearchStateName,
  SearchSummaryView,
  searchSummaryExample,
  viewSearchSummary,
} from './schemas.ts'
import { toSearch } from './search-store.ts'

const Instant = Type.String({ format: 'date-time' })

/** The primary key serves it, or `searches_by_state`. */
export const searchList = ({ pool }: Database): List =>
  defineList({
    operationId: 'listSearches',
    url: '/api/v1/searches',
    summary: 'List searches',
    description:
      'The searches of your company, newest first, until they are deleted a while after their end. Those of colleagues only if they have your prices.',
    tags: ['Searches'],
    config: { access: 'products:read' },
    item: SearchSummaryView,
    examples: [searchSummaryExample],
    columns: ['id', 'q', 'state', 'products', 'startedBy', 'createdAt', 'endedAt'],
    filters: {
      state: filter(SearchStateName, (state) => sql`t.state = ${state}`),
      mine: filter(
        Type.Boolean({ description: 'True: only searches that you, or this API key, started.' }),
        (mine, { actor }) => (mine ? sql`t.owner_id = ${ownerIdOf(actor)}` : sql`true`),
      ),
      createdAfter: filter(Instant, (at) => sql`t.created_at > ${at}::timestamptz`),
      createdBefore: filter(Instant, (at) => sql`t.created_at < ${at}::timestamptz`),
    },
    from: sql`search.searches t`,
    scope: ({ actor }) => readableSearches(pool, actor),
    identity: { 't.id': 'text' },
    sorts: newestFirst,
    show: (rows: readonly SearchRow[]) => rows.map((row) => viewSearchSummary(toSearch(row))),
  })
