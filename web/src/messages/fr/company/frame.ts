import type { Translation } from '../../../language/translation.ts'
import type { frame as english } from '../../en/company/frame.ts'

export const frame: Translation<typeof english> = {
  search: 'Catalogue',
  orders: 'Commandes',
  company: 'Entreprise',
  palette: 'Saisissez une page, un numéro de commande ou un article',
  account: 'Votre travail',
  cart: 'Panier ({count, number})',
  notFound: 'Vérifiez l’adresse, ou allez au <link>catalogue</link>.',
  chats: 'Chats',
  toChat: 'Ou dites dans un chat ce qu’il vous faut',
}
