import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useWords } from '../language/use-words.ts'
import { Trouble } from '../shell/trouble.tsx'

type Props<Data> = {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  readonly children: (data: Data) => ReactNode
}

/** A page of one record. If the record cannot be read again, the page stays as it was, with what the person has typed. */
export function WholePage<Data>({ query: { data, error, refetch }, children }: Props<Data>) {
  if (data !== undefined) return children(data)
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />
  return <Loading />
}

export function Loading() {
  const { t } = useWords()
  return <p className="visually-hidden">{t('shell.loading')}</p>
}
