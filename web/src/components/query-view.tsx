import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Refusal } from '../shell/refusal.tsx'

type Props<Data> = {
  readonly query: {
    readonly data: Data | undefined
    readonly error: unknown
    readonly isPending: boolean
  }
  readonly children: (data: Data) => ReactNode
}

/** What a request found: it is loading, was refused, or is shown, as it was last read if it is refused later. */
export function QueryView<Data>({ query: { data, error, isPending }, children }: Props<Data>) {
  return (
    <>
      <Refusal error={error} />
      {isPending && <Skeleton height={120} />}
      {data !== undefined && children(data)}
    </>
  )
}
