import { Skeleton } from '@mantine/core'
import { type QueryKey, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEndedSession } from '../session.ts'
import { Page } from '../shell/page.tsx'
import { Refusal } from '../shell/refusal.tsx'
import styles from './record.module.css'
import { getOwner, type RecordOwner } from './records-api.ts'

const everyMs = 10_000
const readOnce = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false } as const

type FrameProps<Found> = {
  /** What it is, with its id or its name. */
  readonly title: string
  /** The name of a record that has one: its heading. */
  readonly nameOf?: (found: Found) => string
  readonly queryKey: QueryKey
  readonly read: (signal: AbortSignal) => Promise<Found>
  /** False: it is read once, because the audit log records each reading. */
  readonly isLive?: boolean
  readonly children: (found: Found) => ReactNode
}

/** The frame of the page of a record: its heading, and its newest state below. */
export function RecordFrame<Found>(props: FrameProps<Found>) {
  const { title, nameOf, queryKey, read, isLive = true, children } = props
  useEndedSession()
  const found = useQuery({
    queryKey,
    queryFn: ({ signal }) => read(signal),
    ...(isLive ? { refetchInterval: everyMs } : readOnce),
  })
  const name = found.data !== undefined && nameOf ? nameOf(found.data) : ''
  const headline =
    name === '' ? (
      title
    ) : (
      <span className={styles.named}>
        {name} <span>{title}</span>
      </span>
    )
  return (
    <Page title={name || title} headline={headline}>
      <Refusal error={found.error} />
      {found.isPending && <Skeleton height={120} />}
      {found.data !== undefined && children(found.data)}
    </Page>
  )
}

type OwnedProps<Found> = {
  readonly recordId: string
  readonly title: string
  readonly nameOf?: (found: Found) => string
  readonly read: (owner: RecordOwner, signal: AbortSignal) => Promise<Found>
  readonly isLive?: boolean
  readonly children: (found: Found, owner: RecordOwner) => ReactNode
}

/** The frame of a record that belongs to a company. An operator may have nothing but its id. */
export function OwnedRecord<Found>(props: OwnedProps<Found>) {
  const { recordId, title, nameOf, read, isLive = true, children } = props
  useEndedSession()
  const { data: owner, error } = useQuery({
    queryKey: ['owner', recordId],
    queryFn: ({ signal }) => getOwner(recordId, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!owner) {
    return (
      <Page title={title} headline={title}>
        {error ? <Refusal error={error} /> : <Skeleton height={120} />}
      </Page>
    )
  }
  return (
    <RecordFrame
      title={title}
      {...(nameOf && { nameOf })}
      queryKey={['record', recordId]}
      read={(signal) => read(owner, signal)}
      isLive={isLive}
    >
      {(found) => children(found, owner)}
    </RecordFrame>
  )
}
