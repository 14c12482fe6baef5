import type { Translation } from '../../../language/translation.ts'
import type { cart as english } from '../../en/company/cart.ts'

export const cart: Translation<typeof english> = {
  added: '{count, plural, one {# Zeile liegt im Warenkorb.} other {# Zeilen liegen im Warenkorb.}}',
  title: 'Ihr Warenkorb',
  empty: 'Ihr Warenkorb ist leer. Was Sie brauchen, finden Sie im <link>Katalog</link>.',
  others: 'Ihre anderen Warenkörbe',
  unit: 'Für diese Einheit einkaufen',
  usualUnit: 'Die, für die Sie sonst einkaufen',
  lostUnit: 'Eine Einheit, für die Sie nicht mehr einkaufen können',
  summary: 'Zusammenfassung',
  locked: 'Ein Bezahlvorgang hält diesen Warenkorb. Bis er endet, lässt sich nichts ändern.',
  lockedLink: 'Zum Bezahlvorgang',
  remove: 'Entfernen',
  removeOf: '{name} entfernen',
  each: 'je {price}',
  changedElsewhere: 'Die Menge wurde anderswo geändert. Jetzt ist sie {quantity}.',
  setTo: 'Auf {quantity} setzen',
  goods: 'Waren',
  discount: 'Rabatt',
  shipping: 'Versand',
  tax: 'Steuer',
  taxOf: 'Steuer, {rate} % von {base}',
  total: 'Summe',
  unknown: 'noch nicht bekannt',
  checkOut: 'Zur Kasse',
  solveFirst: 'Lösen Sie zuerst die Probleme.',
  reservesNothing:
    'Der Warenkorb reserviert nichts. Die Kasse reserviert die Waren für 15 Minuten.',
  requester: 'Der Einkauf Ihrer Firma bestellt, was Sie anfordern.',
  requisitionTitle: 'Wofür ist es?',
  submitRequisition: 'Bedarfsmeldung einreichen',
}
