import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { sql } from '#platform/db'
import { useImportService } from '#testing/imports'

const database = await useDatabase()

describe('texts in several languages', () => {
  it('come from JSON Lines as records by language, whose tags are matched to base languages', async () => {
    const { carryOut, productOf } = await aSupplier()
    const record = {
      sku: 'J-1',
      name: 'Hexagon bolt',
      price: '1',
      currency: 'EUR',
      category: ['Fasteners', 'Bolts'],
      texts: {
        'de-AT': {
          name: 'Sechskantschraube',
          description: 'Verzinkt.',
          category: ['Befestigung', 'Schrauben'],
          attributes: [{ label: 'Werkstoff', value: 'Stahl' }],
        },
        // Languages that the service does not speak are kept, too.
        ita: { name: 'Vite esagonale' },
        klingon: { name: 'ghItlh' },
      },
    }
    expect(await carryOut(JSON.stringify(record), jsonl)).toMatchObject({
      records: { created: 1 },
      problems: 1,
    })
    expect(await productOf('J-1')).toEqual({
      language: 'en',
      name: 'Hexagon bolt',
      description: '',
      path: ['Fasteners', 'Bolts'],
      texts: {
        de: {
          name: 'Sechskantschraube',
          description: 'Verzinkt.',
          category: ['Befestigung', 'Schrauben'],
          attributes: [{ label: 'Werkstoff', value: 'Stahl', kind: 'text' }],
        },
        it: { name: 'Vite esagonale' },
      },
    })
    expect(await carryOut(JSON.stringify(record), jsonl)).toMatchObject({
      records: { unchanged: 1 },
    })
  })

  it('stay where a later record does not name them, and go where it names them as null', async () => {
    const { carryOut, productOf } = await aSupplier()
    const texts = { de: { name: 'Mutter', description: 'Blank.' }, fr: { name: 'Écrou' } }
    const nut = { sku: 'S-1', name: 'Nut', price: '1', currency: 'EUR', texts }
    await carryOut(JSON.stringify(nut), jsonl)
    await carryOut('{"sku":"S-1","name":"Hexagon nut","stock":5}', jsonl)
    expect(await productOf('S-1')).toMatchObject({ name: 'Hexagon nut', texts })

    await carryOut('{"sku":"S-1","texts":{"de":{"name":"Sechskantmutter"}}}', jsonl)
    expect((await productOf('S-1'))?.texts).toEqual({
      de: { name: 'Sechskantmutter', description: 'Blank.' },
      fr: { name: 'Écrou' },
    })
    const removal = '{"sku":"S-1","texts":{"fr":null,"de":{"description":""}}}'
    expect(await carryOut(removal, jsonl)).toMatchObject({ records: { updated: 1 } })
    expect((await productOf('S-1'))?.texts).toEqual({ de: { name: 'Sechskantmutter' } })
    await carryOut('{"sku":"S-1","texts":{"de":null}}', jsonl)
    expect((await productOf('S-1'))?.texts).toBeNull()
  })

  it('come from columns of a CSV file that name a language', async () => {
    const { carryOut, productOf, send } = await aSupplier()
    const file = [
      'Artikel-Nr.;Bezeichnung (DE);name_en;description-en-GB;Désignation [fr];category_de;category_en;Preis',
      'C-1;Schraube;Bolt;Zinc plated.;Vis;Teile > Schrauben;Parts > Bolts;1,50',
      'C-2;Mutter;;;;Teile;;0,20',
      '',
    ].join('\n')
    const preview = await send('admin', 'POST', '/imports?mode=preview', {
      body: file,
      type: 'text/csv',
    })
    expect(preview.body.data.columns.slice(0, 4)).toEqual([
      { header: 'Artikel-Nr.', field: 'sku', language: null, attribute: null },
      { header: 'Bezeichnung (DE)', field: 'name', language: 'de', attribute: null },
      { header: 'name_en', field: 'name', language: 'en', attribute: null },
      { header: 'description-en-GB', field: 'description', language: 'en', attribute: null },
    ])
    expect(await carryOut(file, 'text/csv', '?language=de')).toMatchObject({
      records: { created: 2 },
      problems: 0,
    })
    expect(await productOf('C-1')).toEqual({
      language: 'de',
      name: 'Schraube',
      description: '',
      path: ['Teile', 'Schrauben'],
      texts: {
        en: { name: 'Bolt', description: 'Zinc plated.', category: ['Parts', 'Bolts'] },
        fr: { name: 'Vis' },
      },
    })
    expect(await productOf('C-2')).toMatchObject({ language: 'de', name: 'Mutter', texts: null })
    const mapping = encodeURIComponent('{"A":"sku","B":"name_nl","C":""}')
    await carryOut('A,B,C\nC-1,Bout,x\n', 'text/csv', `?mapping=${mapping}`)
    expect((await productOf('C-1'))?.texts).toMatchObject({ nl: { name: 'Bout' } })
  })

  it.each(['1.2', '2005'])(
    'come from BMEcat %s: the default of the catalogue is the own one',
    async (version) => {
      const { carryOut, productOf } = await aSupplier()
      const [item, number, details] =
        version === '1.2'
          ? ['ARTICLE', 'SUPPLIER_AID', 'ARTICLE_DETAILS']
          : ['PRODUCT', 'SUPPLIER_PID', 'PRODUCT_DETAILS']
      const group = (id: string, parent: string, ...names: string[]) =>
        `<CLASSIFICATION_GROUP><CLASSIFICATION_GROUP_ID>${id}</CLASSIFICATION_GROUP_ID>${names.join('')}
          ${parent && `<CLASSIFICATION_GROUP_PARENT_ID>${parent}</CLASSIFICATION_GROUP_PARENT_ID>`}</CLASSIFICATION_GROUP>`
      const groupName = (text: string, lang: string) =>
        `<CLASSIFICATION_GROUP_NAME lang="${lang}">${text}</CLASSIFICATION_GROUP_NAME>`
      const file = (
        head: string,
      ) => `<BMECAT version="${version}"><HEADER><CATALOG>${head}</CATALOG></HEADER><T_NEW_CATALOG>
        <CLASSIFICATION_SYSTEM><CLASSIFICATION_GROUPS>
        ${group('1', '', groupName('Parts', 'eng'), groupName('Teile', 'deu'))}
        ${group('2', '1', groupName('Bolts', 'eng'), groupName('Schrauben', 'deu'))}
        </CLASSIFICATION_GROUPS></CLASSIFICATION_SYSTEM>
        <${item}><${number}>B-1</${number}><${details}>
          <DESCRIPTION_SHORT lang="deu">Schraube</DESCRIPTION_SHORT><DESCRIPTION_SHORT>Bolt</DESCRIPTION_SHORT>
          <DESCRIPTION_SHORT lang="fra">Vis</DESCRIPTION_SHORT>
          <DESCRIPTION_LONG>Zinc plated.</DESCRIPTION_LONG><DESCRIPTION_LONG lang="deu">Verzinkt.</DESCRIPTION_LONG>
        </${details}><${item}_FEATURES><REFERENCE_FEATURE_GROUP_ID>2</REFERENCE_FEATURE_GROUP_ID>
          <FEATURE><FNAME lang="eng">Colour</FNAME><FNAME lang="deu">Farbe</FNAME>
            <FVALUE lang="eng">red</FVALUE><FVALUE lang="deu">rot</FVALUE></FEATURE></${item}_FEATURES>
        <${item}_PRICE_DETAILS><${item}_PRICE price_type="net_list"><PRICE_AMOUNT>1</PRICE_AMOUNT>
          <PRICE_CURRENCY>EUR</PRICE_CURRENCY></${item}_PRICE></${item}_PRICE_DETAILS></${item}></T_NEW_CATALOG></BMECAT>`
      const english =
        '<LANGUAGE>deu</LANGUAGE><LANGUAGE default="true">eng</LANGUAGE><LANGUAGE>fra</LANGUAGE>'
      await carryOut(file(english), 'application/xml')
      expect(await productOf('B-1')).toEqual({
        language: 'en',
        name: 'Bolt',
        description: 'Zinc plated.',
        path: ['Parts', 'Bolts'],
        texts: {
          de: {
            name: 'Schraube',
            description: 'Verzinkt.',
            category: ['Teile', 'Schrauben'],
            attributes: [{ label: 'Farbe', value: 'rot', kind: 'text' }],
          },
          fr: { name: 'Vis' },
        },
      })
      // Selected with the upload, another language is the own one.
      await carryOut(file(english), 'application/xml', '?language=fr')
      expect(await productOf('B-1')).toMatchObject({
        language: 'fr',
        name: 'Vis',
        texts: { de: { name: 'Schraube' }, en: { name: 'Bolt', description: 'Zinc plated.' } },
      })
    },
  )

  it('come from one Google feed for each language, which keeps the own text', async () => {
    const { carryOut, productOf } = await aSupplier()
    const feed = (name: string, kind: string, head = '') =>
      `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${head}<item><g:id>G-1</g:id>
        <title>${name}</title><g:product_type>${kind}</g:product_type><g:price>1 EUR</g:price></item></channel></rss>`
    await carryOut(feed('Lampe', 'Leuchten'), 'application/xml', '?language=de')
    await carryOut(
      feed('Lampe de bureau', 'Luminaires', '<language>fr-fr</language>'),
      'application/xml',
    )
    await carryOut(feed('Desk lamp', 'Lamps'), 'application/xml', '?language=en')
    const expected = {
      language: 'de',
      name: 'Lampe',
      path: ['Leuchten'],
      texts: {
        fr: { name: 'Lampe de bureau', category: ['Luminaires'] },
        en: { name: 'Desk lamp', category: ['Lamps'] },
      },
    }
    expect(await productOf('G-1')).toMatchObject(expected)
    // The category of a translation is no category of the catalogue.
    const { rows } = await sql<{ name: string }>`
      select name from products.categories where name in ('Leuchten', 'Luminaires', 'Lamps')
    `.execute(database.pool)
    expect(rows).toEqual([{ name: 'Leuchten' }])
    const again = feed('Desk lamp', 'Lamps')
    expect(await carryOut(again, 'application/xml', '?language=en')).toMatchObject({
      records: { unchanged: 1 },
    })
    expect(await productOf('G-1')).toMatchObject(expected)
  })

  it('have limits, and the file says what was left out', async () => {
    const { carryOut, productOf, send } = await aSupplier()
    const codes = ['de', 'fr', 'it', 'es', 'nl', 'pl', 'cs', 'da', 'sv', 'pt', 'fi', 'no', 'hu']
    const many = Object.fromEntries(codes.map((code) => [code, { name: `Name ${code}` }]))
    const long = { name: 'Lang', description: 'x'.repeat(20_001) }
    const large = Object.fromEntries(codes.slice(0, 6).map((code) => [code, long]))
    const records = [
      { sku: 'L-1', name: 'A', price: '1', currency: 'EUR', texts: many },
      { sku: 'L-2', name: 'B', price: '1', currency: 'EUR', texts: large },
      { sku: 'L-3', name: 'C', price: '1', currency: 'EUR', texts: 'none' },
      {
        sku: 'L-4',
        name: 'D',
        price: '1',
        currency: 'EUR',
        texts: { de: { name: 'x'.repeat(501) } },
      },
    ]
    const done = await carryOut(records.map((one) => JSON.stringify(one)).join('\n'), jsonl)
    expect(done).toMatchObject({ records: { created: 3, failed: 1 } })
    expect(Object.keys((await productOf('L-1'))?.texts ?? {}).toSorted()).toEqual(
      codes.slice(0, 12).toSorted(),
    )
    expect(Object.keys((await productOf('L-2'))?.texts ?? {})).toHaveLength(4)
    const { body } = await send('admin', 'GET', `/imports/${done.id}/errors?limit=100`)
    const found = (body.data as { sku: string; code: string; field: string }[]).map(
      ({ sku, code, field }) => `${sku} ${code} ${field}`,
    )
    expect(new Set(found)).toEqual(
      new Set([
        'L-1 texts_too_many texts',
        'L-2 text_cut texts',
        'L-2 texts_too_many texts',
        'L-3 texts_invalid texts',
        'L-4 text_too_long texts',
      ]),
    )
  })

  it('are separated when a record makes one of them the own language', async () => {
    const { carryOut, productOf } = await aSupplier()
    const texts = { de: { name: 'Mutter' }, fr: { name: 'Écrou' } }
    const nut = { sku: 'O-1', name: 'Nut', price: '1', currency: 'EUR', texts }
    await carryOut(JSON.stringify(nut), jsonl)
    await carryOut('{"sku":"O-1","language":"de","name":"Sechskantmutter"}', jsonl)
    expect(await productOf('O-1')).toMatchObject({
      language: 'de',
      name: 'Sechskantmutter',
      texts: { fr: { name: 'Écrou' } },
    })
    // A text in the own language is the own text.
    await carryOut('{"sku":"O-1","texts":{"de":{"name":"Mutter M8"},"en":{"name":"Nut"}}}', jsonl)
    expect(await productOf('O-1')).toMatchObject({
      language: 'de',
      name: 'Mutter M8',
      texts: { fr: { name: 'Écrou' }, en: { name: 'Nut' } },
    })
  })
})

describe('an export', () => {
  it.each(['jsonl', 'csv', 'bmecat'] as const)(
    'as %s gives the texts of all languages back, and changes nothing when it is imported',
    async (format) => {
      const { carryOut, productOf, send, supplierId } = await aSupplier()
      const records = [
        {
          sku: 'X-1',
          name: 'Bolt',
          price: '1',
          currency: 'EUR',
          category: ['Parts', 'Bolts > small'],
          attributes: [{ label: 'Colour', value: 'red' }],
          texts: {
            de: {
              name: "'=Schraube",
              description: 'zwei\nZeilen; "x"',
              category: ['Teile', 'Schrauben > klein'],
              attributes: [{ label: 'Farbe', value: 'rot' }],
            },
            it: { name: 'Vite' },
          },
        },
        { sku: 'X-2', language: 'fr', name: 'Écrou', price: '1', currency: 'EUR' },
      ]
      await carryOut(records.map((one) => JSON.stringify(one)).join('\n'), jsonl)
      const before = [await productOf('X-1'), await productOf('X-2')]

      const exported = await send('admin', 'GET', `/exports?format=${format}`)
      const file = gzipSync(exported.text)
      const query = `?format=${format}`
      expect(await carryOut(file, 'application/octet-stream', query)).toMatchObject({
        state: 'COMPLETED',
        records: { done: 2, unchanged: 2 },
        problems: 0,
      })
      // And the file has all that the format can say of them.
      await sql`
        update products.products set texts = null, import_digest = null where supplier_company_id = ${supplierId}
      `.execute(database.pool)
      await carryOut(file, 'application/octet-stream', query)
      const after = [await productOf('X-1'), await productOf('X-2')]
      if (format !== 'bmecat') expect(after).toEqual(before)
      else {
        const { de, it } = (before[0]?.texts ?? {}) as Record<string, Record<string, unknown>>
        const { name, description } = de ?? {}
        expect(after).toEqual([
          { ...before[0], texts: { de: { name, description }, it } },
          before[1],
        ])
      }
    },
  )
})

const jsonl = 'application/jsonl'

/** A supplier of its own for each test. */
async function aSupplier() {
  const { supplierId, send, carryOut } = await useImportService(database)
  return {
    supplierId,
    send,
    carryOut: async (file: string | Buffer, type: string, query = '') =>
      (await carryOut(file, { type, query })).body.data,
    productOf: async (sku: string) => {
      const { rows } = await sql<{
        language: string
        name: string
        description: string
        path: string[]
        texts: Record<string, unknown> | null
      }>`
        select p.language, p.name, p.description, c.path_names as path, p.texts
        from products.products p join products.categories c on c.id = p.category_id
        where p.supplier_company_id = ${supplierId} and p.sku = ${sku}
      `.execute(database.pool)
      return rows[0]
    },
  }
}
