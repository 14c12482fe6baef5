import type { ChatSession } from '../api-types.ts'

const waitingStates: readonly ChatSession['state'][] = [
  'QUEUED_FOR_EXTRACTION',
  'EXTRACTING',
  'FINALIZING',
]
const pollMs = 1_000

/** How long to wait before the session is read again. False: only the person changes it. */
export function readAgainAfter(session: ChatSession | undefined): number | false {
  return session && waitingStates.includes(session.state) ? pollMs : false
}
