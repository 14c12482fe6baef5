import type { PersonalData } from '#platform/personal-data'
import { handOverKeys, pseudonymisePerson, readPersonData } from './person-store.ts'

/** The personal data of the identity module itself. */
export const identityData: PersonalData = {
  name: 'identity',
  collect: readPersonData,
  erase: async (tx, person, now) => {
    const count = await handOverKeys(tx, person.userId)
    await pseudonymisePerson(tx, person, now)
    if (count === 0) return []
    const reason = 'API keys belong to the company. Another administrator answers for them now.'
    return [{ what: 'apiKeys', count, reason }]
  },
}
