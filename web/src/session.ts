import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect } from 'react'
import { isSignedOut } from './calls.ts'

export type Session = {
  /** Shows the sign-in, because the API says that the session has ended. */
  readonly end: () => void
}

export const sessionKey = ['session']

export function isOfSession(queryKey: QueryKey): boolean {
  return queryKey[0] === sessionKey[0]
}

export const SessionContext = createContext<Session>({ end: () => undefined })

export function useSession(): Session {
  return useContext(SessionContext)
}

/** Each part of a page makes its own requests: the first one that the API refuses shows that the session has ended. */
export function useEndedSession(): void {
  const queries = useQueryClient()
  const { end } = useSession()
  useEffect(
    () =>
      queries.getQueryCache().subscribe(({ query }) => {
        if (isSignedOut(query.state.error)) end()
      }),
    [queries, end],
  )
}
