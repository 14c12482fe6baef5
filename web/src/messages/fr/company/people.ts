import type { Translation } from '../../../language/translation.ts'
import type { people as english } from '../../en/company/people.ts'

export const people: Translation<typeof english> = {
  left: 'Quelqu’un qui a quitté l’entreprise',
  integration: 'Une intégration',
  leave: 'Annuler',
  signInAgain:
    'Cette modification demande une connexion récente. <link>Reconnectez-vous</link>, puis recommencez.',
}
