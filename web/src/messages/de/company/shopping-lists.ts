import type { Translation } from '../../../language/translation.ts'
import type { shoppingLists as english } from '../../en/company/shopping-lists.ts'

export const shoppingLists: Translation<typeof english> = {
  title: 'Listen',
  name: 'Name',
  create: 'Liste anlegen',
  owner: 'Inhaber',
  visibility: 'Sichtbar für',
  readers: 'Wer sie sieht',
  all: 'Alle Listen',
  changedAt: 'Geändert',
  items: 'Artikel',
  none: 'Keine Liste passt. Legen Sie oben eine an.',
  'visibility.PRIVATE': 'Nur ich',
  'visibility.UNIT': 'Meine Einheit',
  'visibility.COMPANY': 'Die Firma',
  empty: 'Die Liste ist leer. Fügen Sie unten Artikel hinzu.',
  putIntoCart:
    '{count, plural, one {# Artikel in den Warenkorb legen} other {# Artikel in den Warenkorb legen}}',
  missing:
    '{count, plural, one {# Artikel steht nicht mehr in der Liste.} other {# Artikel stehen nicht mehr in der Liste.}}',
  notSold: 'Nicht mehr erhältlich',
  choose: '{name} wählen',
  note: 'Notiz',
  noteOf: 'Notiz zu {name}',
  up: 'Nach oben',
  upOf: '{name} nach oben schieben',
  edit: 'Umbenennen oder teilen',
  copy: 'In eine eigene Liste kopieren',
  delete: 'Liste löschen',
  add: 'Artikel hinzufügen',
  addPasted: 'Diese Nummern hinzufügen',
  added:
    '{count, plural, =0 {Kein Artikel kam hinzu.} one {# Artikel kam hinzu.} other {# Artikel kamen hinzu.}}',
  unmatched: 'Zeile {line}: {partNumber} nennt nicht genau einen Artikel. Suchen Sie ihn oben.',
  addTo: 'In eine Liste',
  addOf: 'In eine Liste: {name}',
  list: 'Liste',
  new: 'Eine neue Liste',
  put: 'Hinzufügen',
  deleteEffect: 'Alle, die sie sehen, verlieren sie.',
}
