import type { Translation } from '../../../language/translation.ts'
import type { event as english } from '../../en/records/event.ts'

export const event: Translation<typeof english> = {
  title: 'Événement {id}',
  type: 'Ce qui s’est produit',
  about: 'Enregistrement',
  occurred: 'Heure',
  sequence: 'Numéro dans l’entreprise',
  data: 'Données',
}
