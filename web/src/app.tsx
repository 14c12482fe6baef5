import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { getPrincipal, signOut } from './api.ts'
import type { Principal } from './api-types.ts'
import type { MessageKey } from './language/catalogue.ts'
import { useWords } from './language/use-words.ts'
import { isOfSession, SessionContext, sessionKey } from './session.ts'
import { Shell } from './shell/shell.tsx'
import { Trouble } from './shell/trouble.tsx'
import { Enrol } from './sign-in/enrol.tsx'
import { SignIn } from './sign-in/sign-in.tsx'

/** Shows the sign-in until an operator is signed in, and again when the session has ended. */
export function App() {
  const queries = useQueryClient()
  const { t } = useWords()
  const [notice, setNotice] = useState<MessageKey>()
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
  const leave = (because: MessageKey) => {
    setNotice(because)
    queries.removeQueries({ predicate: ({ queryKey }) => !isOfSession(queryKey) })
    queries.setQueryData(sessionKey, null)
  }

  if (session.isPending) return <p className="visually-hidden">{t('shell.loading')}</p>
  if (session.isError) {
    return <Trouble error={session.error} onRetry={() => void session.refetch()} />
  }
  const principal = session.data
  if (!principal) return <SignIn notice={notice && t(notice)} onSignedIn={enter} />

  const onSignOut = () => void signOutAnd(leave)
  if (principal.mustEnrol) {
    const { mustEnrol: _done, ...enrolled } = principal
    return <Enrol onEnrolled={() => enter(enrolled)} onSignOut={onSignOut} />
  }

  const end = () => leave('shell.session.ended')
  return (
    <SessionContext value={{ end }}>
      <Shell principal={principal} onSignOut={onSignOut}>
        <Outlet />
      </Shell>
    </SessionContext>
  )
}

async function signOutAnd(leave: (because: MessageKey) => void): Promise<void> {
  try {
    const { endedAtApi } = await signOut()
    leave(endedAtApi ? 'shell.session.signedOut' : 'shell.session.signedOutHere')
  } catch {
    leave('shell.session.notSignedOut')
  }
}
