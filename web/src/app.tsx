import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getPrincipal, signOut } from './api.ts'
import type { Principal } from './api-types.ts'
import { FindPage, findPath } from './find/find-page.tsx'
import { areaOf } from './operations/areas.ts'
import { OperationsPage } from './operations/operations-page.tsx'
import { Shell } from './shell/shell.tsx'
import { Trouble } from './shell/trouble.tsx'
import { Enrol } from './sign-in/enrol.tsx'
import { SignIn } from './sign-in/sign-in.tsx'

const sessionKey = ['session']

/** Shows the sign-in until an operator is signed in, and again when the session has ended. */
export function App() {
  const queries = useQueryClient()
  const [notice, setNotice] = useState<string>()
  const session = useQuery({
    queryKey: sessionKey,
    queryFn: ({ signal }) => getPrincipal(signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })

  const enter = (principal: Principal) => {
    setNotice(undefined)
    queries.setQueryData(sessionKey, principal)
  }
  const leave = (because: string) => {
    setNotice(because)
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
    queries.setQueryData(sessionKey, null)
  }

  if (session.isPending) return <p className="visually-hidden">Loading</p>
  if (session.isError) {
    return <Trouble error={session.error} onRetry={() => void session.refetch()} />
  }
  const principal = session.data
  if (!principal) return <SignIn notice={notice} onSignedIn={enter} />

  const onSignOut = () => void signOutAnd(leave)
  if (principal.mustEnrol) {
    const { mustEnrol: _done, ...enrolled } = principal
    return <Enrol onEnrolled={() => enter(enrolled)} onSignOut={onSignOut} />
  }

  const { pathname } = window.location
  const area = areaOf(pathname)
  const isFind = pathname.replace(/\/+$/, '') === findPath
  const end = () => leave('Your session has ended. Sign in to go on.')
  return (
    <Shell principal={principal} path={isFind ? findPath : area.path} onSignOut={onSignOut}>
      {isFind ? <FindPage onSignedOut={end} /> : <OperationsPage area={area} onSignedOut={end} />}
    </Shell>
  )
}

async function signOutAnd(leave: (because: string) => void): Promise<void> {
  try {
    const { endedAtApi } = await signOut()
    leave(
      endedAtApi
        ? 'You are signed out.'
        : 'You are signed out in this browser. The service did not answer. Your session there expires automatically.',
    )
  } catch {
    leave('The service did not answer. Close this browser window to end the session here.')
  }
}
