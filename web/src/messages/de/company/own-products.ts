import type { Translation } from '../../../language/translation.ts'
import type { ownProducts as english } from '../../en/company/own-products.ts'

export const ownProducts: Translation<typeof english> = {
  title: 'Ihre Produkte',
  onSale: 'Im Verkauf',
  none: 'Keines Ihrer Produkte passt. In den Verkauf kommen Produkte durch eine Katalogdatei.',
  price: 'Preis',
  pricePer: '{price} je {quantity} {unit}',
  available: 'Verfügbar',
  newPrice: 'Neuer Preis',
  newPriceOf: 'Neuer Preis von {name}',
  counted: 'Bestand, wie gezählt',
  countedOf: 'Bestand von {name}, wie gezählt',
  save: '{count, plural, =0 {Änderungen speichern} one {# Produkt speichern} other {# Produkte speichern}}',
}
