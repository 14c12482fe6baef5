import { expect, it } from 'vitest'
import { aSupplier } from './suppliers.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const ours = await world.company()
const supplier = await aSupplier(world)

it('a product names substitutes and accessories, and is found by the number of what it fits', async () => {
  await importFile(
    'application/jsonl',
    [
      { sku: 'ZQ-PRN-44071', name: 'Label printer', price: '199.00', accessories: ['ZQ-INK-7'] },
      {
        sku: 'ZQ-INK-7',
        name: 'Ink cartridge',
        price: '19.00',
        substitutes: ['ZQ-INK-8', 'ZQ-INK-7'],
        compatibleWith: ['ZQ-PRN-44071', 'Maker XK 9901'],
      },
      { sku: 'ZQ-INK-8', name: 'Ink cartridge, refilled', price: '9.00' },
    ]
      .map((record) => JSON.stringify(record))
      .join('\n'),
  )
  const printer = await find('sku=ZQ-PRN-44071')
  expect(printer).toMatchObject([{ accessories: ['ZQ-INK-7'] }])
  expect(printer[0]).not.toHaveProperty('compatibleWith')
  // The article itself comes first, and then what fits it.
  expect(skusOf(await find('q=ZQ-PRN-44071'))).toEqual(['ZQ-PRN-44071', 'ZQ-INK-7'])
  expect(skusOf(await find('q=XK 9901'))).toEqual(['ZQ-INK-7'])
  const [{ id }] = await find('sku=ZQ-INK-7')
  const shown = (await ours.buyer.get(`/api/v1/products/${id}`)).body.data
  expect(shown).toMatchObject({
    substitutes: ['ZQ-INK-8'],
    compatibleWith: ['ZQ-PRN-44071', 'Maker XK 9901'],
  })

  // A record changes only what it names, and an empty list removes.
  await importFile('application/jsonl', '{"sku": "ZQ-INK-7", "compatibleWith": ["QF 7007"]}')
  await expect.poll(async () => skusOf(await find('q=QF 7007'))).toEqual(['ZQ-INK-7'])
  expect(skusOf(await find('q=ZQ-PRN-44071'))).toEqual(['ZQ-PRN-44071'])
  expect(await find('sku=ZQ-INK-7')).toMatchObject([{ substitutes: ['ZQ-INK-8'] }])
  await importFile('application/jsonl', '{"sku": "ZQ-INK-7", "substitutes": []}')
  expect((await find('sku=ZQ-INK-7'))[0]).not.toHaveProperty('substitutes')
})

it.each([
  ['1.2', 'ARTICLE', 'AID', 'ART_ID_TO'],
  ['2005', 'PRODUCT', 'PID', 'PROD_ID_TO'],
])(
  'BMEcat %s names substitutes and accessories of the same catalogue',
  async (version, item, id, to) => {
    const sku = `ZQ-B-${version}`
    const reference = (type: string, number: string, more = '') =>
      `<${item}_REFERENCE type="${type}"><${to}>${number}</${to}>${more}</${item}_REFERENCE>`
    await importFile(
      'application/xml',
      `<BMECAT version="${version}"><T_NEW_CATALOG><${item}><SUPPLIER_${id}>${sku}</SUPPLIER_${id}>
      <${item}_DETAILS><DESCRIPTION_SHORT>Lamp</DESCRIPTION_SHORT></${item}_DETAILS>
      <${item}_PRICE_DETAILS><${item}_PRICE price_type="net_list"><PRICE_AMOUNT>5</PRICE_AMOUNT><PRICE_CURRENCY>EUR</PRICE_CURRENCY></${item}_PRICE></${item}_PRICE_DETAILS>
      <USER_DEFINED_EXTENSIONS><UDX.PURVEYOR.COMPATIBLE_WITH>ZQ-L-1|ZQ-L-2</UDX.PURVEYOR.COMPATIBLE_WITH></USER_DEFINED_EXTENSIONS>
      ${reference('similar', 'ZQ-S-1')}${reference('accessories', 'ZQ-A-1')}${reference('accessories', 'ZQ-A-2')}
      ${reference('accessories', 'OTHER', '<CATALOG_ID>C2</CATALOG_ID>')}${reference('sparepart', 'ZQ-P-1')}
      </${item}></T_NEW_CATALOG></BMECAT>`,
    )
    expect(await find(`sku=${sku}`)).toMatchObject([
      {
        substitutes: ['ZQ-S-1'],
        accessories: ['ZQ-A-1', 'ZQ-A-2'],
        compatibleWith: ['ZQ-L-1', 'ZQ-L-2'],
      },
    ])
  },
)

type Shown = { readonly id: string; readonly sku: string }

const find = async (query: string) =>
  (await ours.buyer.get(`/api/v1/products?${query}`)).body.data as [Shown, ...Shown[]]
const skusOf = (products: readonly Shown[]) => products.map(({ sku }) => sku)

/** Returns when the import has ended. */
async function importFile(type: string, body: string): Promise<void> {
  const sent = await fetch(`${world.baseUrl}/api/v1/catalog/imports`, {
    method: 'POST',
    body,
    headers: { ...supplier.admin.headers, 'content-type': type },
  })
  const { data } = (await sent.json()) as { data: { id: string } }
  const stateOf = async () =>
    (await supplier.admin.get(`/api/v1/catalog/imports/${data.id}`)).body.data.state
  await expect.poll(stateOf, { timeout: 30_000 }).toBe('COMPLETED')
}
