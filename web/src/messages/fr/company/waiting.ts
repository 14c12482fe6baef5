import type { Translation } from '../../../language/translation.ts'
import type { waiting as english } from '../../en/company/waiting.ts'

export const waiting: Translation<typeof english> = {
  bell: '{count, plural, =0 {Rien ne vous attend} one {# dossier vous attend} other {# dossiers vous attendent}}',
  title: 'Vous attend',
  none: 'Rien ne vous attend pour le moment.',
  all: 'Tout voir',
  'kind.approvals': 'Commandes à approuver',
  'kind.returnedOrders': 'Vos commandes renvoyées pour modification',
  'kind.returnedRequisitions': 'Vos demandes d’achat renvoyées pour modification',
  'kind.requisitions': 'Demandes d’achat à traiter',
  'kind.decisions': 'Modifications de fournisseurs à décider',
  'kind.payments': 'Modifications de commandes à payer',
  'kind.sales': 'Commandes de clients à traiter',
  'kind.tickets': 'Questions avec réponse',
}
