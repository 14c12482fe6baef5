import type { QueryKey } from '@tanstack/react-query'
import { createContext, useContext } from 'react'

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
