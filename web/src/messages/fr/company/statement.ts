import type { Translation } from '../../../language/translation.ts'
import type { statement as english } from '../../en/company/statement.ts'

export const statement: Translation<typeof english> = {
  title: 'Relevé',
  documents: 'Factures et avoirs',
  none: 'Rien n’a été émis pendant cette période.',
  from: 'Du',
  until: 'Au',
  kind: 'Type',
  anyKind: 'Factures et avoirs',
  'kind.INVOICE': 'Facture',
  'kind.CREDIT_NOTE': 'Avoir',
  'state.ISSUED': 'Émis',
  'state.WAITING': 'Attend des informations de votre entreprise',
  'state.WAIVED': 'Non émis',
  order: 'Commande',
  issuedOn: 'Émis le',
  dueOn: 'Échéance',
  net: 'Net',
}
