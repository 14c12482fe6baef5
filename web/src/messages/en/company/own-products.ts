export const ownProducts = {
  title: 'Your products',
  onSale: 'On sale',
  none: 'No product of yours fits. Products get on sale by a catalogue file.',
  price: 'Price',
  pricePer: '{price} per {quantity} {unit}',
  available: 'Available',
  newPrice: 'New price',
  newPriceOf: 'New price of {name}',
  counted: 'Stock, as counted',
  countedOf: 'Stock of {name}, as counted',
  save: '{count, plural, =0 {Save the changes} one {Save # product} other {Save # products}}',
}
