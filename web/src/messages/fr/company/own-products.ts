import type { Translation } from '../../../language/translation.ts'
import type { ownProducts as english } from '../../en/company/own-products.ts'

export const ownProducts: Translation<typeof english> = {
  title: 'Vos produits',
  onSale: 'En vente',
  none: 'Aucun de vos produits ne correspond. Un fichier catalogue met les produits en vente.',
  price: 'Prix',
  pricePer: '{price} pour {quantity} {unit}',
  available: 'Disponible',
  newPrice: 'Nouveau prix',
  newPriceOf: 'Nouveau prix de {name}',
  counted: 'Stock compté',
  countedOf: 'Stock compté de {name}',
  save: '{count, plural, =0 {Enregistrer les modifications} one {Enregistrer # produit} other {Enregistrer # produits}}',
}
