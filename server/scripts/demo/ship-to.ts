/** Where the buyer of the demo wants the goods. */
export const shipTo = {
  name: 'Bea Buyer',
  company: 'Example GmbH',
  line1: 'Hafenstr. 7',
  city: 'Hamburg',
  postalCode: '20457',
  country: 'DE',
}
