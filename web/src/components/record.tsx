import { type QueryKey, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getOwner, type RecordOwner } from '../records/records-api.ts'
import { useEndedSession } from '../session.ts'
import { Page } from '../shell/page.tsx'
import { QueryView } from './query-view.tsx'
import styles from './record.module.css'

const readOnce = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false } as const

type FrameProps<Found> = {
  /** What it is, with its id, number or name. */
  readonly title: string | ((found: Found | undefined) => string)
  /** The name of a record that has one: its heading. */
  readonly nameOf?: (found: Found) => string
  readonly queryKey: QueryKey
  readonly read: (signal: AbortSignal) => Promise<Found>
  /** False: it is read once, because the audit log records each reading. */
  readonly isLive?: boolean
  readonly everyMs?: number
  /** Beside and below the heading. */
  readonly facts?: (found: Found) => ReactNode
  /** The way to its list. */
  readonly back?: ReactNode
  readonly children: (found: Found) => ReactNode
}

/** The page of a record: its heading, and its newest state below. */
export function RecordFrame<Found>(props: FrameProps<Found>) {
  const { nameOf, queryKey, read, isLive = true, everyMs = 10_000, facts, back, children } = props
  useEndedSession()
  const found = useQuery({
    queryKey,
    queryFn: ({ signal }) => read(signal),
    ...(isLive ? { refetchInterval: everyMs } : readOnce),
  })
  const { data } = found
  const title = typeof props.title === 'string' ? props.title : props.title(data)
  const name = data !== undefined && nameOf ? nameOf(data) : ''
  const headline = (
    <span className={styles.named}>
      {name} <span>{title}</span>
    </span>
  )
  return (
    <Page
      title={name || title}
      headline={name === '' ? title : headline}
      facts={data !== undefined && facts?.(data)}
    >
      {back && <p>{back}</p>}
      <QueryView query={found}>{children}</QueryView>
    </Page>
  )
}

type OwnedProps<Found> = Omit<FrameProps<Found>, 'title' | 'queryKey' | 'read' | 'children'> & {
  readonly recordId: string
  readonly title: string
  readonly read: (owner: RecordOwner, signal: AbortSignal) => Promise<Found>
  readonly children: (found: Found, owner: RecordOwner) => ReactNode
}

/** The page of a record that belongs to a company. An operator may have nothing but its id. */
export function OwnedRecord<Found>({ recordId, read, children, ...frame }: OwnedProps<Found>) {
  useEndedSession()
  const owner = useQuery({
    queryKey: ['owner', recordId],
    queryFn: ({ signal }) => getOwner(recordId, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data } = owner
  if (!data) {
    return (
      <Page title={frame.title} headline={frame.title}>
        <QueryView query={owner}>{() => null}</QueryView>
      </Page>
    )
  }
  return (
    <RecordFrame {...frame} queryKey={['record', recordId]} read={(signal) => read(data, signal)}>
      {(found) => children(found, data)}
    </RecordFrame>
  )
}
