import type { Translation } from '../../../language/translation.ts'
import type { shoppingLists as english } from '../../en/company/shopping-lists.ts'

export const shoppingLists: Translation<typeof english> = {
  title: 'Listes',
  name: 'Nom',
  create: 'Créer la liste',
  owner: 'Propriétaire',
  visibility: 'Visible par',
  readers: 'Qui la voit',
  all: 'Toutes les listes',
  changedAt: 'Modifiée',
  items: 'Articles',
  none: 'Aucune liste ne correspond. Créez-en une ci-dessus.',
  'visibility.PRIVATE': 'Moi seul',
  'visibility.UNIT': 'Mon unité',
  'visibility.COMPANY': 'L’entreprise',
  empty: 'La liste est vide. Ajoutez des articles ci-dessous.',
  putIntoCart:
    '{count, plural, one {Mettre # article dans le panier} other {Mettre # articles dans le panier}}',
  missing:
    '{count, plural, one {# article n’est plus dans la liste.} other {# articles ne sont plus dans la liste.}}',
  notSold: 'N’est plus en vente',
  choose: 'Choisir {name}',
  note: 'Note',
  noteOf: 'Note sur {name}',
  up: 'Monter',
  upOf: 'Monter {name}',
  edit: 'Renommer ou partager',
  copy: 'Copier dans ma propre liste',
  delete: 'Supprimer la liste',
  add: 'Ajouter des articles',
  addPasted: 'Ajouter ces numéros',
  added:
    '{count, plural, =0 {Aucun article n’a été ajouté.} one {# article a été ajouté.} other {# articles ont été ajoutés.}}',
  unmatched: 'Ligne {line} : {partNumber} ne désigne pas un seul article. Cherchez-le ci-dessus.',
  addTo: 'Ajouter à une liste',
  addOf: 'Ajouter à une liste : {name}',
  list: 'Liste',
  new: 'Une nouvelle liste',
  put: 'Ajouter',
  deleteEffect: 'Tous ceux qui la voient la perdent.',
}
