import type { Translation } from '../../../language/translation.ts'
import type { orderChanges as english } from '../../en/company/order-changes.ts'

export const orderChanges: Translation<typeof english> = {
  title: 'Änderungen, die Sie wünschen',
  'state.OPEN': 'Wartet auf den Lieferanten.',
  'state.ACCEPTED': 'Angenommen.',
  'state.REFUSED': 'Abgelehnt.',
  'state.WITHDRAWN': 'Zurückgezogen.',
  'state.LAPSED': 'Verfallen: Niemand hat rechtzeitig entschieden oder bezahlt.',
  until: 'Wenn der Lieferant nicht vor {time} entscheidet, bleiben die Positionen, wie sie sind.',
  waitsForPayment: 'Angenommen, und wartet auf Ihre Zahlung.',
  payUntil:
    'Bezahlen Sie die Differenz von {amount} bis {time}. Danach bleiben die Positionen, wie sie sind.',
  awaitsApproval:
    'Der Lieferant hat angenommen. Andere in Ihrer Firma müssen genehmigen, was hinzukommt.',
  reasonWas: 'Ihr Grund: {reason}',
  withdraw: 'Zurückziehen',
  withdrawEffect:
    'Die Positionen bleiben, wie sie sind, und der Lieferant kann sie bestätigen und liefern.',
  withdrawn: 'Der Wunsch ist zurückgezogen.',
  askTerms: 'Andere Mengen oder Termine wünschen',
  askTermsOf: 'Andere Mengen oder Termine für {number} wünschen',
  termsHint:
    'Ändern Sie, was anders sein soll. Geben Sie 0 ein, wenn Sie von einer Position nichts mehr wollen.',
  day: 'Liefertag',
  askAddress: 'Andere Adresse wünschen',
  askAddressOf: 'Andere Adresse für {number} wünschen',
  addressHint: 'Sie gilt für alles, was noch nicht unterwegs ist: {names}.',
  address: 'Lieferung an',
  reason: 'Grund, den der Lieferant liest',
  send: 'An den Lieferanten senden',
  sent: 'Der Wunsch ist gesendet. Bis der Lieferant annimmt, ändert sich nichts.',
}
