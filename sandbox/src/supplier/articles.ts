/** What the supplier of the sandbox sells. Its site and its feed show the same. */
export type Article = {
  readonly sku: string
  readonly gtin: string
  readonly name: string
  readonly description: string
  /** In EUR, for one piece. */
  readonly price: string
  readonly isInStock: boolean
}

export const articles: readonly Article[] = [
  {
    sku: 'NL-6A-05',
    gtin: '4012345678901',
    name: 'Nordlicht Cat6 patch cable blue, recycled jacket, 5 m',
    description: 'Shielded S/FTP patch cable with a jacket of recycled plastic.',
    price: '6.40',
    isInStock: true,
  },
  {
    sku: 'NL-6A-10',
    gtin: '4012345678918',
    name: 'Nordlicht Cat6 patch cable blue, recycled jacket, 10 m',
    description: 'Shielded S/FTP patch cable with a jacket of recycled plastic.',
    price: '9.80',
    isInStock: true,
  },
  {
    sku: 'NL-PP-24',
    gtin: '4012345678925',
    name: 'Nordlicht patch panel, 24 ports, Cat6A',
    description: 'Patch panel for racks of 19 inches, one height unit.',
    price: '74.50',
    isInStock: true,
  },
  {
    sku: 'NL-TY-100',
    gtin: '4012345678932',
    name: 'Nordlicht cable ties, reusable, pack of 100',
    description: 'Hook-and-loop ties, 20 cm.',
    price: '11.20',
    isInStock: false,
  },
]
