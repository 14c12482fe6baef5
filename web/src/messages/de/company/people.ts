import type { Translation } from '../../../language/translation.ts'
import type { people as english } from '../../en/company/people.ts'

export const people: Translation<typeof english> = {
  left: 'Jemand, der das Unternehmen verlassen hat',
  integration: 'Eine Integration',
}
