import type { Translation } from '../../../../language/translation.ts'
import type { addressBook as english } from '../../../en/company/administration/address-book.ts'

export const addressBook: Translation<typeof english> = {
  about:
    'Die Standardadressen einer Einheit gelten für sie und die Einheiten darunter. Für alle anderen gelten die des Unternehmens.',
  none: 'Das Adressbuch ist leer. Fügen Sie die Adresse hinzu, an der Ihre Waren ankommen.',
  noneOfUnit: 'Die Einheit hat keine eigene Adresse.',
  allUnits: 'Das Unternehmen und alle Einheiten',
  wholeCompany: 'Das ganze Unternehmen',
  address: 'Adresse',
  default: 'Standard',
  shipTo: 'Lieferadresse',
  billTo: 'Rechnungsadresse',
  add: 'Adresse hinzufügen',
  label: 'Name im Adressbuch',
  labelHint: 'Unter diesem Namen wird die Adresse ausgewählt.',
  'field.name': 'Empfänger',
  'field.company': 'Unternehmen (optional)',
  'field.line1': 'Straße und Hausnummer',
  'field.line2': 'Gebäude, Stockwerk (optional)',
  'field.postalCode': 'Postleitzahl',
  'field.city': 'Ort',
  'field.region': 'Bundesland oder Region (optional)',
  'field.country': 'Land, als zwei Buchstaben',
  'field.phone': 'Telefon (optional)',
  'field.email': 'E-Mail-Adresse (optional)',
  changeEffect: 'Bereits aufgegebene Bestellungen behalten ihre Adresse.',
  delete: 'Löschen',
  deleteOf: '{name} löschen',
  deleteNow: 'Adresse löschen',
  deleted: '{name} ist aus dem Adressbuch gelöscht.',
}
