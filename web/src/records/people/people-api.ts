import { api, emptyBody, findPeople } from '../../api.ts'
import type { FoundPerson } from '../../api-types.ts'

/** The audit log records who looked. Undefined: there is no such person. */
export async function getPerson(
  userId: string,
  signal: AbortSignal,
): Promise<FoundPerson | undefined> {
  const { items } = await findPeople({ q: userId, cursor: undefined }, signal)
  return items.find(({ id }) => id === userId)
}

export async function lockPerson(userId: string, note: string): Promise<void> {
  await api.post('/admin/people/{userId}/lock', { params: { path: { userId } }, body: { note } })
}

export async function unlockPerson(userId: string): Promise<void> {
  await api.post('/admin/people/{userId}/unlock', { params: { path: { userId } }, ...emptyBody })
}
