import type { Translation } from '../../../language/translation.ts'
import type { apiKey as english } from '../../en/records/api-key.ts'

export const apiKey: Translation<typeof english> = {
  title: 'Clé d’API {id}',
  list: 'Clés d’API de l’entreprise',
  none: 'L’entreprise n’a aucune clé d’API.',
  name: 'Nom de la clé',
  nameHint: 'Le système qui l’utilise, par exemple « ERP, production ».',
  nameMissing: 'Saisissez un nom.',
  key: 'Clé',
  scopes: 'Droits',
  scopesMissing: 'Choisissez au moins un droit.',
  effective: 'Droits effectifs',
  owner: 'Propriétaire',
  ownerHint: 'La clé fonctionne avec les droits de cette personne, tant qu’elle les a.',
  networks: 'Réseaux',
  limit: 'Requêtes par minute',
  created: 'Créée',
  lastUsed: 'Dernière utilisation',
  neverUsed: 'Jamais',
  usedFrom: '{time} depuis {network}',
  expires: 'Expire',
  replacedBy: 'Remplacée par',
  revoked: 'Révoquée',
  'state.ACTIVE': 'Active',
  'state.EXPIRED': 'Expirée',
  'state.REVOKED': 'Révoquée',
  create: 'Donner une clé à l’entreprise',
  createFor: 'Créer une clé d’API de l’entreprise',
  createNow: 'Créer la clé',
  createEffect:
    'La clé est affichée une seule fois. Le journal de l’entreprise note que vous l’avez créée.',
  madeOnce:
    'Copiez la clé maintenant : elle ne sera plus affichée. Envoyez-la au client par un moyen sûr.',
  revoke: 'Révoquer la clé',
  revokeOf: 'Révoquer la clé {name}',
  revokeSure: 'Révoquer : les requêtes avec elle sont aussitôt refusées',
}
