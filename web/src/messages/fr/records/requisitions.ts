import type { Translation } from '../../../language/translation.ts'
import type { requisitions as english } from '../../en/records/requisitions.ts'

/** What the people of a company ask their buyers to order. */
export const requisitions: Translation<typeof english> = {
  title: "Demandes d'achat",
  none: "Personne dans l'entreprise n'a soumis de demande d'achat.",
  'state.DRAFT': 'Brouillon',
  'state.SUBMITTED': 'Soumise',
  'state.IN_SOURCING': 'En sourcing',
  'state.IN_APPROVAL': 'En approbation',
  'state.APPROVED': 'Approuvée',
  'state.ORDERED': 'Commandée',
  'state.RETURNED': 'Renvoyée',
  'state.REJECTED': 'Rejetée',
  'state.WITHDRAWN': 'Retirée',
}
