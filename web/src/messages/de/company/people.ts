import type { Translation } from '../../../language/translation.ts'
import type { people as english } from '../../en/company/people.ts'

export const people: Translation<typeof english> = {
  left: 'Jemand, der das Unternehmen verlassen hat',
  integration: 'Eine Integration',
  leave: 'Abbrechen',
  signInAgain:
    'Für diese Änderung muss die Anmeldung frisch sein. <link>Melden Sie sich neu an</link>, und wiederholen Sie sie.',
}
