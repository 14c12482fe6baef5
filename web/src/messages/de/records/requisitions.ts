import type { Translation } from '../../../language/translation.ts'
import type { requisitions as english } from '../../en/records/requisitions.ts'

/** What the people of a company ask their buyers to order. */
export const requisitions: Translation<typeof english> = {
  title: 'Bedarfsmeldungen',
  none: 'Niemand im Unternehmen hat eine Bedarfsmeldung eingereicht.',
  'state.DRAFT': 'Entwurf',
  'state.SUBMITTED': 'Eingereicht',
  'state.IN_SOURCING': 'In Beschaffung',
  'state.IN_APPROVAL': 'In Genehmigung',
  'state.APPROVED': 'Genehmigt',
  'state.ORDERED': 'Bestellt',
  'state.RETURNED': 'Zurückgegeben',
  'state.REJECTED': 'Abgelehnt',
  'state.WITHDRAWN': 'Zurückgezogen',
}
