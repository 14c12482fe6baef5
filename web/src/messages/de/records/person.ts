import type { Translation } from '../../../language/translation.ts'
import type { person as english } from '../../en/records/person.ts'

export const person: Translation<typeof english> = {
  title: 'Person {id}',
  nobody: 'Es gibt keine Person mit dieser ID.',
  name: 'Name',
  email: 'E-Mail-Adresse',
  created: 'Konto seit',
  lockedAt: 'Gesperrt',
  lockedBy: 'Gesperrt von',
  roles: 'Rollen',
  lock: 'Konto sperren',
  lockOf: 'Konto von {email} sperren',
  lockNow: 'Sperren',
  lockEffect:
    'Die Person kann sich bei keinem Unternehmen anmelden. Alle Sitzungen und Zustimmungen zu Apps enden sofort, und die API-Schlüssel funktionieren nicht mehr.',
  unlock: 'Konto entsperren',
  unlockOf: 'Konto von {email} entsperren',
  unlockSure: 'Entsperren: Bitten Sie die Person um ein neues Passwort',
}
