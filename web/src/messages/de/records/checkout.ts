import type { Translation } from '../../../language/translation.ts'
import type { checkout as english } from '../../en/records/checkout.ts'

export const checkout: Translation<typeof english> = {
  title: 'Checkout {id}',
  'state.RESERVED': 'Reserviert, noch keine Zahlung begonnen',
  'state.PAYMENT_INITIATED_CART_RECONCILING': 'Wartet auf die Zahlung',
  'state.COMPLETED': 'Abgeschlossen',
  'state.CANCELLED': 'Abgebrochen',
  'state.EXPIRED': 'Abgelaufen',
  'state.FAILED': 'Fehlgeschlagen',
  stuck: 'Hängt seit',
  failure: 'Grund des Fehlers',
  buyer: 'Ausgelöst von',
  reservedUntil: 'Reserviert bis',
  'timeline.reserved': 'Ware reserviert',
  retry: 'Jetzt erneut versuchen',
  retryOf: 'Checkout {id} erneut versuchen',
  retrySure: 'Zahlungsanbieter fragen, dann abschließen oder beenden',
  cancel: 'Checkout abbrechen',
  cancelOf: 'Checkout {id} abbrechen',
  cancelNow: 'Abbrechen',
  cancelEffect:
    'Die reservierte Ware wird frei, und eine offene Zahlung wird storniert. Wurde inzwischen bezahlt, entsteht die Bestellung trotzdem. Der Käufer bekommt eine E-Mail.',
}
