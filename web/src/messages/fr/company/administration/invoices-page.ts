import type { Translation } from '../../../../language/translation.ts'
import type { invoicesPage as english } from '../../../en/company/administration/invoices-page.ts'

export const invoicesPage: Translation<typeof english> = {
  title: 'Factures',
  none: 'Aucune facture ne correspond. Les fournisseurs facturent ce qu’ils expédient.',
  anySupplier: 'Tous les fournisseurs',
  requester: 'Demandé par',
  anyRequester: 'Tout le monde',
  noNumber: 'Pas encore de numéro',
  'state.ISSUED': 'Émise',
  'state.WAITING': 'Attend des informations du fournisseur',
  'state.WAIVED': 'Non émise',
}
