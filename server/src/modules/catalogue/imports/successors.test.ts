import { afterAll, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { anOrderLine } from '#testing/order-line'
import { buyer, searchedImports } from './searched-imports.fixture.ts'

const database = await useDatabase()
const { service, catalog } = await searchedImports(database)

afterAll(async () => {
  await service.close()
})

describe('a replaced article number', () => {
  it('leads to its last successor once it is discontinued, by any of its numbers', async () => {
    await carryOut(
      line({
        sku: 'PUMP-1',
        mpn: 'PX-1000',
        gtins: ['4006381333931'],
        name: 'Pump',
        successor: 'PUMP-2',
      }) + line({ sku: 'PUMP-2', mpn: 'PX-2000', name: 'Better pump', successor: 'PUMP-3' }),
    )
    // What is on sale leads to itself.
    expect(await found('PX-1000')).toEqual([['PUMP-1', 'identifier']])
    expect(await matched('PX-1000')).toEqual(['PUMP-1', { kind: 'mpn', as: 'typed' }])

    await carryOut(line({ sku: 'PUMP-1', discontinued: true }))
    expect(await found('px 1000')).toEqual([['PUMP-2', 'identifier']])
    await carryOut(
      line({ sku: 'PUMP-3', mpn: 'PX-3000', name: 'Best pump' }) +
        line({ sku: 'PUMP-2', discontinued: true }),
    )
    expect(await found('PX-1000')).toEqual([['PUMP-3', 'identifier']])
    expect(await matched('PX-1000')).toEqual(['PUMP-3', { kind: 'mpn', as: 'replaced' }])
    expect(await matched('pump 1')).toEqual(['PUMP-3', { kind: 'sku', as: 'replaced' }])
    expect(await matched('4006381333931')).toEqual(['PUMP-3', { kind: 'gtin', as: 'replaced' }])
  })

  it('is named on the page of the old product', async () => {
    await carryOut(
      line({ sku: 'LAMP-1', name: 'Lamp', successor: 'LAMP-2' }) +
        line({ sku: 'LAMP-2', name: 'New lamp' }),
    )
    const { found } = await catalog.search(buyer, { q: 'LAMP-1', limit: 1 })
    const id = found[0]?.product.id ?? ''
    expect((await catalog.readProduct(buyer, id)).successor).toBeUndefined()
    await carryOut(line({ sku: 'LAMP-1', discontinued: true }))
    expect((await catalog.readProduct(buyer, id)).successor).toMatchObject({
      sku: 'LAMP-2',
      name: 'New lamp',
    })
  })

  it('is read from the references of a BMEcat file, also for an article that was never here', async () => {
    const article = (sku: string, name: string, more = '', mode = 'new') =>
      `<PRODUCT mode="${mode}"><SUPPLIER_PID>${sku}</SUPPLIER_PID><PRODUCT_DETAILS>
        <DESCRIPTION_SHORT>${name}</DESCRIPTION_SHORT></PRODUCT_DETAILS><PRODUCT_PRICE_DETAILS>
        <PRODUCT_PRICE price_type="net_list"><PRICE_AMOUNT>5</PRICE_AMOUNT></PRODUCT_PRICE>
        </PRODUCT_PRICE_DETAILS>${more}</PRODUCT>`
    const reference = (type: string, to: string) =>
      `<PRODUCT_REFERENCE type="${type}"><PROD_ID_TO>${to}</PROD_ID_TO></PRODUCT_REFERENCE>`
    const references = reference('accessories', 'SAW-9') + reference('followup', 'SAW-2')
    const done = await carryOut(
      `<BMECAT version="2005"><HEADER><CATALOG><CURRENCY>EUR</CURRENCY></CATALOG></HEADER><T_NEW_CATALOG>
        ${article('SAW-2', 'New saw')}${article('SAW-1', 'Saw', references, 'delete')}</T_NEW_CATALOG></BMECAT>`,
      'application/xml',
    )
    expect(done).toMatchObject({ records: { created: 1, failed: 0 } })
    expect(await matched('SAW-1')).toEqual(['SAW-2', { kind: 'sku', as: 'replaced' }])
    expect(await found('saw1')).toEqual([['SAW-2', 'identifier']])
  })

  it('cannot replace itself, and a circle leads nowhere', async () => {
    const done = await carryOut(line({ sku: 'LOOP-0', name: 'Loop', successor: 'LOOP-0' }))
    expect(done).toMatchObject({ records: { created: 1 }, problems: 1 })
    await carryOut(
      line({ sku: 'LOOP-1', discontinued: true, successor: 'LOOP-2' }) +
        line({ sku: 'LOOP-2', discontinued: true, successor: 'LOOP-1' }),
    )
    expect(await matched('LOOP-1')).toBe('unknown')
  })
})

function line(one: object) {
  return `${JSON.stringify({ currency: 'EUR', price: '1', ...one })}\n`
}

async function carryOut(file: string, type = 'application/jsonl') {
  return (await service.carryOut(file, { type })).body.data
}

/** What comes first. */
async function found(text: string) {
  const { found } = await catalog.search(buyer, { q: text, limit: 10 })
  return found.slice(0, 1).map(({ product, match }) => [product.sku, match])
}

async function matched(number: string) {
  const [one] = await catalog.matchLines(buyer, [anOrderLine(number, 2_000n)])
  return one?.status === 'matched' ? [one.product.sku, one.match] : one?.status
}
