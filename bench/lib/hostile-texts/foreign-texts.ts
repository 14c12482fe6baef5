import { retryAfterMs } from '../../../server/src/kernel/retry-after.ts'
import { evidenceIn } from '../../../server/src/modules/assistance/chat/extraction/evidence.ts'
import { estimateInput } from '../../../server/src/modules/assistance/llm/answering/estimate-tokens.ts'
import { readEvents } from '../../../server/src/modules/assistance/llm/dialects/read-events.ts'
import { withoutQuote } from '../../../server/src/modules/assistance/support/mail/quoted-text.ts'
import { addressHash } from '../../../server/src/modules/catalogue/crawl/addresses/address-hash.ts'
import {
  hostOf,
  mayBePage,
  patternOf,
  siteOf,
} from '../../../server/src/modules/catalogue/crawl/addresses/site.ts'
import {
  normaliseAddress,
  readRobots,
} from '../../../server/src/modules/catalogue/crawl/extract/index.ts'
import { withUnitCodes } from '../../../server/src/modules/catalogue/crawl/extract/unit-codes.ts'
import { matchesOf } from '../../../server/src/modules/catalogue/crawl/matching/match-products.ts'
import { offersOf } from '../../../server/src/modules/catalogue/crawl/offers/offer.ts'
import { isParseAnswer } from '../../../server/src/modules/catalogue/crawl/parsing/questions.ts'
import { sourcesNamedIn } from '../../../server/src/modules/catalogue/crawl/sources/sources-named-in.ts'
import { normalIdentifier } from '../../../server/src/modules/catalogue/products/index.ts'
import { responseText } from '../../../server/src/modules/connections/webhooks/receivers/response-text.ts'
import { attachmentTypeOf } from '../../../server/src/platform/attachments/attachment-type.ts'
import { type HostileText, pumped } from './hostile-text.ts'

const nothing = { links: [], sitemaps: [], noIndex: false, noFollow: false, problems: [] }
const answer = { most: 4_000_000, limit: 'an answer of the parser has at most 4 MB' }
const header = { most: 16_384, limit: 'all headers of an answer: 16 kB' }
const named = Array.from({ length: 1_000 }, (_one, at) => ({
  name: `Shop ${at}`,
  url: `https://shop-${at}.example/`,
  state: 'ACTIVE',
}))

/** What foreign hosts, models and mails say. Pages, feeds, sitemaps, robots.txt and mails are read in child processes. */
export const foreignTexts: readonly HostileText[] = [
  {
    place: 'crawl: X-Robots-Tag',
    most: 500,
    limit: '500 characters',
    read: (text) => readRobots([text], 'PurveyorBot'),
  },
  { place: 'crawl: Retry-After', ...header, read: (text) => retryAfterMs(text, new Date()) },
  {
    place: 'crawl: answer of the parser',
    ...answer,
    texts: (length) => [
      JSON.stringify({
        page: {
          ...nothing,
          products: [],
          links: Array.from(
            { length: length / 80 },
            (_one, at) => `https://shop.example/${at}/${'a/'.repeat(24)}`,
          ),
        },
      }),
      JSON.stringify({ page: { ...nothing, products: products(length, 400) } }),
      JSON.stringify({ page: { ...nothing, products: products(length, 3_900) } }),
    ],
    read: (text) => {
      const { page } = JSON.parse(text)
      return isParseAnswer({ page }) && offersOf(withUnitCodes(page.products).products)
    },
  },
  {
    place: 'crawl: links of a page or a sitemap',
    most: 100,
    limit: 'in turns of 100 links, 2,000 characters each',
    texts: (length) =>
      pumped(1_900).map((text) =>
        Array.from({ length }, (_one, at) => `https://shop.example/${at}/${text}`).join('\n'),
      ),
    read: (text) =>
      text.split('\n').map((link) => {
        const url = normaliseAddress(link)
        return url && [siteOf(url), mayBePage(url), addressHash(url), hostOf(url), patternOf(url)]
      }),
  },
  {
    place: 'crawl: brand and part number of an offer',
    most: 2_000,
    limit: '2,000 characters',
    read: (text) => [
      normalIdentifier(text),
      matchesOf({ brand: text, mpn: text, gtins: [] }, [
        { productId: 'prd_1', brand: text, kind: 'mpn', value: normalIdentifier(text), gtins: [] },
      ]),
    ],
  },
  {
    place: 'brief: sources that it names',
    most: 200_000,
    limit: '200,000 characters, 1,000 sources',
    read: (text) => sourcesNamedIn(named as never, text),
  },
  {
    place: 'brief: evidence of a value',
    most: 200,
    limit: '200 characters',
    texts: (length) => pumped(length, ['1 2', 'by 1 may ', '1,', '1.1.', 'zwei', '1k', 'mon ']),
    read: (text) => {
      const evidence = evidenceIn({
        messages: [{ id: 'm', role: 'buyer', text }],
        currency: 'EUR',
        today: '2026-01-02',
      })
      const span = { messageId: 'm', start: 0, end: text.length }
      return [
        evidence.isText('x', span),
        evidence.isNumber('12345', span),
        evidence.isUnit('MTR', span),
        evidence.isCurrency('EUR', span),
        evidence.isCountry('DE', span),
        evidence.isNeededBy({ date: '2026-05-01', precision: 'day' } as never, span),
      ]
    },
  },
  {
    place: 'language model: its events',
    most: 8_000_000,
    limit: 'an event has at most 8 MB',
    texts: (length) => [
      `data: ${'x'.repeat(length)}`,
      'data: x\n'.repeat(length / 8),
      '\n'.repeat(length),
      'data: x\n\n'.repeat(length / 9),
    ],
    read: async (text) => {
      const pieces = (async function* () {
        for (let from = 0; from < text.length; from += 16_384)
          yield Buffer.from(text.slice(from, from + 16_384))
      })()
      for await (const _events of readEvents(pieces));
    },
  },
  {
    place: 'language model: tokens of a request',
    most: 900_000,
    limit: 'a body has at most 1 MB',
    read: (content) =>
      estimateInput({ model: 'x', messages: [{ role: 'user', content }] } as never),
  },
  {
    place: 'webhook: answer of a receiver',
    most: 65_536,
    limit: '64 kB',
    read: (text) => responseText(Buffer.from(text)),
  },
  {
    place: 'mail to a ticket: own text',
    most: 200_000,
    limit: '200,000 characters, in a child process',
    texts: (length) => [
      ...pumped(length),
      ...[
        'On a@b 2026 10:00\nOn x wrote:\nx\n',
        'From: x\nDate: y\n\n',
        '> a\nb\n',
        '-- \n',
        ':\n',
      ].map((part) => part.repeat(length / part.length)),
    ],
    read: withoutQuote,
  },
  {
    place: 'ticket: type of an attachment',
    most: 10_000_000,
    limit: '10 MB',
    texts: (length) =>
      ['%PDF-1.4\n', 'PK\u0003\u0004', '\u0089PNG\r\n\u001a\n', 'GIF89a', 'a', ' ', '<svg '].map(
        (start) => start + ' a'.repeat(length / 2),
      ),
    read: (text) => attachmentTypeOf(Buffer.from(text, 'latin1')),
  },
]

function products(length: number, each: number) {
  return Array.from({ length: Math.min(1_000, length / each) }, (_one, at) => ({
    url: `https://shop.example/${at}`,
    name: 'n'.repeat(Math.min(each / 4, 2_000)),
    description: 'd'.repeat(each / 2),
    gtins: [],
    images: [],
    attributes: [],
    sources: {},
  }))
}
