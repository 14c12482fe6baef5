import type { ChatSession } from '../api-types.ts'
import type { Words } from '../language/words.ts'

/** What the goods must be, and whether a person has entered a value. */
export function aboutItem(
  { what, quantity, constraints }: ChatSession['brief']['items'][number],
  t: Words['t'],
): string {
  const isEntered = [what, quantity].some((leaf) => leaf?.method === 'user')
  const about = constraints.map(({ value }) => value)
  return [...about, ...(isEntered ? [t('chat.entered')] : [])].join(' · ')
}
