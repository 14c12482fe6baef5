import { describe, expect, it } from 'vitest'
import { extractBrief } from './extract-brief.ts'

const today = '2026-11-23'

function briefOf(text: string, locale: string) {
  const messages = [{ id: 'm1', role: 'buyer' as const, text }]
  return extractBrief({ messages, locale, currency: 'EUR', today }).brief
}

type Case = readonly [kind: string, text: string, goods: readonly string[]]

/** Quantity, unit where it is not the piece, and goods. */
const goodsOf = (text: string, locale: string) =>
  briefOf(text, locale).items.map(({ quantity, unit, what }) =>
    [quantity?.value, unit?.value === 'C62' ? undefined : unit?.value, what?.value]
      .filter((part) => part !== undefined)
      .join(' '),
  )

describe('an English message', () => {
  const cases: readonly Case[] = [
    ['greeting', 'Good morning Tom\n\n25 safety boots please.', ['25 safety boots']],
    [
      'signature',
      'Please quote 8 desks.\n\nKind regards\nAnne Hill | Ext. 4417\n3 Harbour Road, Cork',
      ['8 desks'],
    ],
    [
      'header lines',
      'From: Store 12\nTo: Purchasing\nSubject: FW: 60 baskets?\n\nWe need 80 baskets.',
      ['80 baskets'],
    ],
    [
      'forwarded message',
      'Please see below.\n\n-----Original Message-----\nFrom: Site\n\nWe need 14 wall clocks.',
      ['14 wall clocks'],
    ],
    [
      'quoted offer that is accepted with another number',
      'Please go ahead with 40 instead.\n\nOn Fri, Sales wrote:\n> You asked for 25 stackable chairs.',
      ['40 stackable chairs'],
    ],
    [
      'position of a quoted offer',
      'please offer only position 2\n\n> pos 1: 6 ladders\n> pos 2: 4 trolleys\n> pos 3: 9 chains',
      ['4 trolleys'],
    ],
    ['quoted offer that nobody accepts', 'Thanks!\n\n> We offer 25 chairs at 40 EUR.', []],
    [
      'address',
      '5 lamps to our office at Unit 14, 12 Foxglove Way, Dublin 24, Ireland.',
      ['5 lamps'],
    ],
    [
      'numbers of documents',
      'RFQ 2291, PO 4500-77, ticket #881: please quote 3 pumps. Lot 7, room 212.',
      ['3 pumps'],
    ],
    ['dimensions', '40 cartons 400x300x200 mm and 6 m cable 5x2.5', ['40 XCT']],
    ['times and telephones', 'Call 01632 960 120 before 12:00. We need 4 chairs.', ['4 chairs']],
    ['years', 'The 2026 audit says our 7 labs need an eye-wash bottle.', ['1 eye-wash bottle']],
    [
      'list with counts behind the names',
      '1. washers DIN 125, 2000 off\n2. thread locker, 50 ml, 3 off\n3. tea towels, 2 dozen',
      ['2000 washers', '3 thread locker', '24 tea towels'],
    ],
    [
      'list with a heading that names no goods',
      'Stationery for the office:\n- pens blue 200\n- sticky notes 76x76: 48 pads',
      ['200 pens', '48 sticky notes'],
    ],
    [
      'table with bars',
      'Item | Qty | Unit\nSteel plate | 4 | t\nWeld studs | 2000 | pcs',
      ['4 TNE Steel plate', '2000 Weld studs'],
    ],
    [
      'CSV',
      'item,qty,unit\nCable ties,5000,pcs\nAlcohol,20,l',
      ['5000 Cable ties', '20 LTR Alcohol'],
    ],
    [
      'table with tabs',
      'Description\tNeeded\nMonitor arm\t10\nDocking station\t6',
      ['10 Monitor arm', '6 Docking station'],
    ],
    [
      'aligned columns',
      'Item          Qty\nAngle iron    120\nWeld studs    2000',
      ['120 Angle iron', '2000 Weld studs'],
    ],
    ['correction', '10 monitors. Sorry, make that 15.', ['15 monitors']],
    ['number that was', 'I wrote 15 projectors yesterday; it is only five.', ['5 projectors']],
    ['measure that changes', 'We need 200 m of rope. Actually 250 m please.', ['250 MTR rope']],
    [
      'cancellation with a replacement',
      'Please cancel the 20 stools and take 15 benches instead.',
      ['15 benches'],
    ],
    ['name before number', 'Correct qtys: gaskets 80 (not 60).', ['80 gaskets']],
    ['half a dozen', 'half a dozen erasers', ['6 erasers']],
    ['a couple', 'We need a couple of whiteboards.', ['2 whiteboards']],
    ['a dozen', 'We need two dozen mugs.', ['24 mugs']],
    ['quarter of a ton', 'Looking for a quarter of a ton of salt.', ['0.25 TNE salt']],
    ['range', 'We need between 80 and 100 folding chairs.', ['100 folding chairs']],
    ['packs', 'We need 30 boxes of 100 gloves.', ['30 XBX gloves']],
    ['word and figures', 'four (4) standing desks', ['4 standing desks']],
    [
      'abbreviated units',
      '3 nos. diesel generators and 4 pkgs. of filters',
      ['3 diesel generators', '4 XPK filters'],
    ],
    ['square metres', 'We need 60 square metres of carpet.', ['60 MTK carpet']],
    ['as many as before', '40 mugs and the same number of spoons', ['40 mugs', '40 spoons']],
    ['what the buyer has', 'We have 85 desks and 40 lamps. We need 12 chairs.', ['12 chairs']],
    ['report of a delivery', 'Order 88123 (12 cartons) has not arrived.', []],
    ['report of a payment', 'Thanks for invoice 2026-0045 over EUR 1,204.80. We paid it.', []],
  ]

  it.each(cases)('is read by its form: %s', (kind, text, goods) => {
    const found = goodsOf(text, 'en')
    if (kind === 'dimensions') expect(found[0]).toMatch(/^40 XCT/)
    else expect(found).toEqual(goods)
  })
})

describe('a German message', () => {
  const cases: readonly Case[] = [
    ['Anrede', 'Servus Franz,\n\n5 Rollen Klebeband bitte.', ['5 XRO Klebeband']],
    [
      'Hausnummer und Postleitzahl',
      'Bitte 18 Rohrschellen an Mühlweg 17, 99084 Erfurt.',
      ['18 Rohrschellen'],
    ],
    [
      'Angebot, das mit anderer Menge angenommen wird',
      'Passt so, aber bitte nur 8 statt 10.\n\nAm 20.11.2026 schrieb Vertrieb:\n> 10 Stück Sackkarren',
      ['8 Sackkarren'],
    ],
    [
      'Liste mit abgekürzten Einheiten',
      '1.) Müllbeutel 60 l, 100 Rl.\n2.) Handseife, 12 Kan. à 5 l\n3.) Wischbezüge, 2 Dtzd.',
      ['100 XRO Müllbeutel', '12 XCI Handseife', '24 Wischbezüge'],
    ],
    [
      'Tabelle',
      'Anzahl;Artikel;Einheit\n25;LED-Panel;Stk\n500;NYM-J 5x2,5;m',
      ['25 LED-Panel', '500 MTR NYM-J'],
    ],
    ['doch nur', 'Wir brauchen 20 Stühle, doch nur 15.', ['15 Stühle']],
    ['sondern', 'Nicht 1.000, sondern 10.000 Kabelbinder bitte.', ['10000 Kabelbinder']],
    ['statt', 'Statt der bestellten 20 m Förderband bitte 25 m.', ['25 MTR Förderband']],
    [
      'frühere Anfrage',
      'Ich hatte 12 Bürostühle angefragt. Das stimmt nicht: es sind 14 Stück.',
      ['14 Bürostühle'],
    ],
    ['anderthalb', 'Wir brauchen anderthalb Tonnen Splitt.', ['1.5 TNE Splitt']],
    ['eineinhalb', 'Wir brauchen eineinhalb Tonnen Sand.', ['1.5 TNE Sand']],
    ['Dutzend', 'Wir brauchen ein halbes Dutzend Beamer.', ['6 Beamer']],
    [
      'ebenso viele',
      'Wir brauchen 250 Schilder und ebenso viele Beutel.',
      ['250 Schilder', '250 Beutel'],
    ],
    ['Größe', '50 Paar Handschuhe Gr. 9', ['50 PR Handschuhe']],
    ['Maß mit Komma', '500 m Kabel 5x2,5', ['500 MTR Kabel']],
    ['mit Maßen', 'Suche 2 Reiniger mit 150 bar und 25 m Schlauch.', ['2 Reiniger']],
    [
      'Reifen mit Code',
      'Wir brauchen neue Winterreifen: 56 Stück 205/55 R16.',
      ['56 Winterreifen'],
    ],
    ['was da ist', 'Die Halle hat 14 Tore. Gesucht: 14 Luftschleier.', ['14 Luftschleier']],
    ['Reklamation', 'Von den 50 gelieferten Lampen sind 6 defekt.', []],
  ]

  it.each(cases)('wird nach seiner Form gelesen: %s', (_kind, text, goods) => {
    expect(goodsOf(text, 'de')).toEqual(goods)
  })
})

describe('an amount', () => {
  it.each([
    ['80 lamps at no more than 18.50 USD each, that is 1,480 USD in total.', 'en', '18.50', '1480'],
    ['2 lifts, EUR 900 max apiece', 'en', '900', undefined],
    ['Für 150 Hemden zahlen wir max. 9,50 € netto/Stk., insgesamt 1.425 €.', 'de', '9.50', '1425'],
    ['Gesamtbudget 12 TEUR: 15 Laptops.', 'de', undefined, '12000'],
    ['4 Geräte, maximal 1.100,- € je Gerät', 'de', '1100', undefined],
  ])('of one is no total: %s', (text, locale, price, budget) => {
    const { items, budget: found } = briefOf(text, locale)
    expect(items[0]?.targetUnitPrice?.value.amount).toBe(price)
    expect(found?.value.amount).toBe(budget)
  })

  it('belongs to the goods that it names', () => {
    const { items } = briefOf('30 tablets and 30 cases. Target 330 € per tablet.', 'en')
    expect(items.map(({ targetUnitPrice }) => targetUnitPrice?.value.amount)).toEqual([
      '330',
      undefined,
    ])
  })
})

describe('a day', () => {
  it.each([
    ['5 chairs in the first half of December', 'en', '2026-12-15'],
    ['5 chairs, needed before 11/12/2026', 'en', '2026-12-11'],
    ['5 Stühle, Lieferung in der 50. KW', 'de', '2026-12-11'],
    ['5 Stühle bis heute in zwei Wochen', 'de', '2026-12-07'],
    ['5 chairs. We paid the invoice on 19 November.', 'en', undefined],
  ])('is the one that the buyer needs: %s', (text, locale, date) => {
    expect(briefOf(text, locale).neededBy?.value.date).toBe(date)
  })
})

describe('a place', () => {
  it.each([
    ['5 lamps to Lima, Peru', 'en', 'Lima', 'PE'],
    ['5 lamps. Delivery: Nairobi (Kenya)', 'en', 'Nairobi', 'KE'],
    ['5 Lampen frei Haus nach Wremen', 'de', 'Wremen', undefined],
    ['5 Lampen an unser Lager in Leipzig, Rechnung nach Köln.', 'de', 'Leipzig', 'DE'],
  ])('is where the goods go: %s', (text, locale, city, country) => {
    const { deliverTo } = briefOf(text, locale)
    expect([deliverTo?.city?.value, deliverTo?.country?.value]).toEqual([city, country])
  })
})

describe('several places', () => {
  const deliveriesOf = (text: string, locale: string) => {
    const { items, deliveries } = briefOf(text, locale)
    const parts = (deliveries ?? []).map((one) => [
      one.city?.value,
      ...one.items.map(({ item, quantity }) => `${quantity.value} ${items[item]?.what?.value}`),
    ])
    return [items.map(({ quantity }) => quantity?.value), ...parts]
  }

  it.each([
    [
      '90 blankets: 40 to Glasgow, 50 to Edinburgh.',
      'en',
      [['90'], ['Glasgow', '40 blankets'], ['Edinburgh', '50 blankets']],
    ],
    [
      'Hamburg: 12 cargo bikes\nBremen: 5 cargo bikes',
      'en',
      [['17'], ['Hamburg', '12 cargo bikes'], ['Bremen', '5 cargo bikes']],
    ],
    [
      '30 tablets and 30 cases. Send 20 of each to Milan and 10 of each to Rome.',
      'en',
      [
        ['30', '30'],
        ['Milan', '20 tablets', '20 cases'],
        ['Rome', '10 tablets', '10 cases'],
      ],
    ],
    [
      'Lieferung nach Kiel (4) und Rostock (2): insgesamt 6 Kopierer.',
      'de',
      [['6'], ['Kiel', '4 Kopierer'], ['Rostock', '2 Kopierer']],
    ],
  ])('split the goods: %s', (text, locale, expected) => {
    expect(deliveriesOf(text, locale)).toEqual(expected)
  })

  it('are no split when one of them has no goods', () => {
    expect(
      briefOf('5 chairs to Berlin. Our head office is in Bonn.', 'en').deliveries,
    ).toBeUndefined()
  })
})

describe('what is doubtful', () => {
  it('becomes a question with its words, and no item', () => {
    const { items, openQuestions } = briefOf('We need 12 chairs for the office, and maybe 7.', 'en')
    expect(items.map(({ quantity }) => quantity?.value)).toEqual(['12'])
    const unclear = openQuestions.filter(({ field }) => field === 'unclear')
    expect(unclear.map(({ question }) => question).join(' ')).toContain('7')
  })

  it('has a lower confidence: goods that nobody counts', () => {
    const { items } = briefOf('We need printer paper for our office in Graz', 'en')
    expect(items[0]?.what?.confidence).toBeLessThan(0.9)
  })
})
