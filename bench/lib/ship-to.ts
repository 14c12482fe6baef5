/** The delivery address of every bench. */
export const shipTo = {
  name: 'Bea Buyer',
  line1: 'Hafenstr. 7',
  city: 'Hamburg',
  postalCode: '20457',
  country: 'DE',
}
