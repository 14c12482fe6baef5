import { api, type Product } from '../api.ts'
import { importFile } from '../imports/imports-api.ts'

/** The products that the company has on sale. */
export async function listOwnProducts(
  supplierId: string,
  q: string | undefined,
  cursor: string | undefined,
  signal: AbortSignal,
) {
  const query = {
    supplier: [supplierId],
    ...(q === undefined ? { sort: 'name' as const } : { q }),
    ...(cursor !== undefined && { cursor }),
    limit: 50,
  }
  const { data, meta } = await api.get('/api/v1/products', { params: { query }, signal })
  return { items: data, nextCursor: meta.nextCursor }
}

/** In the currency of the company, and for the quantity that it prices. */
export function ownPriceOf({ price }: Product) {
  const { list, perQuantity } = price.supplier ?? price
  return { list, perQuantity }
}

/** What a person enters about a product. An empty field changes nothing. */
export type Entry = { readonly price?: string; readonly stock?: string }

export type Change = { readonly product: Product; readonly entry: Entry }

export const isChange = ({ price = '', stock = '' }: Entry): boolean => price + stock !== ''

/** Sends the changes as a catalogue file, which changes nothing but its fields. Returns the id of its import. */
export async function saveChanges(changes: readonly Change[]): Promise<string> {
  const records = changes.map(({ product, entry: { price = '', stock = '' } }) => ({
    sku: product.sku,
    ...(price !== '' && { price, currency: ownPriceOf(product).list.currency }),
    ...(stock !== '' && { stock: Number(stock) }),
  }))
  const text = records.map((record) => `${JSON.stringify(record)}\n`).join('')
  return (await importFile({ file: new File([text], 'changes.jsonl'), replace: false })).id
}
