import { afterCommit, type Tx } from '#platform/db'
import { endSessionsOf } from '../session-store.ts'

export type CredentialsChange = {
  readonly userId: string
  /** The session that made the change. It does not end. */
  readonly exceptSessionId?: string | undefined
  readonly now: Date
}

/** Ends other access that depends on a person's credentials, in the transaction of the change. */
export type CredentialsListener = (tx: Tx, change: CredentialsChange) => Promise<void>

export type CredentialsChanged = {
  /**
   * Call this after a password, a second factor or a role was changed, or an account was disabled: all other sessions
   * end.
   */
  announce(tx: Tx, change: CredentialsChange): Promise<void>
  listen(listener: CredentialsListener): void
}

export function createCredentialsChanged(forget: () => void): CredentialsChanged {
  const listeners: CredentialsListener[] = []
  return {
    announce: async (tx, change) => {
      const { userId, exceptSessionId, now } = change
      await endSessionsOf(tx, userId, exceptSessionId, 'credentials_changed', now)
      for (const listener of listeners) await listener(tx, change)
      afterCommit(tx, forget)
    },
    listen: (listener) => void listeners.push(listener),
  }
}
