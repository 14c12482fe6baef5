import type { Translation } from '../../../language/translation.ts'
import type { catalogueFiles as english } from '../../en/company/catalogue-files.ts'

export const catalogueFiles: Translation<typeof english> = {
  title: 'Fichiers catalogue',
  preview: 'Regarder d’abord le fichier',
  import: 'Importer le fichier',
  arrival: 'Part du fichier déjà arrivée',
  previewOf: 'Les premiers produits du fichier ({format})',
  unread: 'Aucun champ ne porte ces noms, ces colonnes ne sont donc pas lues : {names}',
  line: 'Ligne',
  sku: 'Numéro d’article',
  values: 'Ce que le produit reçoit',
  field: 'Champ',
  problem: 'Problème',
  effect: 'Effet',
  history: 'Imports',
  none: 'Aucun fichier n’a encore été importé.',
  sentAt: 'Envoyé le',
  state: 'État',
  importOf: 'Import du {time}',
  all: 'Tous les imports',
  export: 'Vos produits en fichier',
  'format.csv': 'CSV',
  'format.jsonl': 'JSON Lines',
  'format.bmecat': 'BMEcat',
  'format.google': 'Google Merchant',
}
