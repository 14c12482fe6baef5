import type { Translation } from '../../../language/translation.ts'
import type { person as english } from '../../en/records/person.ts'

export const person: Translation<typeof english> = {
  title: 'Personne {id}',
  nobody: 'Aucune personne n’a cet identifiant.',
  name: 'Nom',
  email: 'Adresse e-mail',
  created: 'Compte depuis',
  lockedAt: 'Verrouillé',
  lockedBy: 'Verrouillé par',
  roles: 'Rôles',
  lock: 'Verrouiller le compte',
  lockOf: 'Verrouiller le compte de {email}',
  lockNow: 'Verrouiller',
  lockEffect:
    'La personne ne peut plus se connecter à aucune entreprise. Toutes les sessions et autorisations d’applications prennent fin, et les clés d’API ne fonctionnent plus.',
  unlock: 'Déverrouiller le compte',
  unlockOf: 'Déverrouiller le compte de {email}',
  unlockSure: 'Déverrouiller : demandez à la personne un nouveau mot de passe',
}
