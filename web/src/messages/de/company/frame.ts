import type { Translation } from '../../../language/translation.ts'
import type { frame as english } from '../../en/company/frame.ts'

export const frame: Translation<typeof english> = {
  search: 'Katalog',
  orders: 'Bestellungen',
  company: 'Unternehmen',
  palette: 'Seite, Bestellnummer oder Artikel eingeben',
  account: 'Ihre Arbeit',
  cart: 'Warenkorb ({count, number})',
  notFound: 'Prüfen Sie die Adresse, oder gehen Sie zum <link>Katalog</link>.',
  chats: 'Chats',
  toChat: 'Oder schreiben Sie in einem Chat, was Sie brauchen',
}
