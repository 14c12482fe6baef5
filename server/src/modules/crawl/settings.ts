import { type Static, Type } from 'typebox'
import { defineSettings } from '#platform/config'

const count = (value: number, maximum: number, description: string, minimum = 1) =>
  Type.Integer({ default: value, minimum, maximum, description })

export const crawlSettings = defineSettings(
  'crawl',
  Type.Object({
    CRAWL_RUNS_AT_ONCE: count(4, 100, 'Runs that one process works on at the same time.'),
    CRAWL_HOST_DELAY_MS: count(
      1_000,
      60_000,
      'Shortest pause between two requests to one host, whichever process sends them. The robots.txt of a host may ask for a longer one.',
      0,
    ),
    CRAWL_HOST_DELAY_MAX_SECONDS: count(
      30,
      600,
      'Longest pause that a robots.txt may ask for. A longer wish is cut to this.',
    ),
    CRAWL_FETCH_TIMEOUT_MS: count(30_000, 300_000, 'How long a page may take to arrive.', 100),
    CRAWL_PAGE_MAX_BYTES: count(5_000_000, 20_000_000, 'Maximum size of a page.', 1_000),
    CRAWL_FEED_MAX_BYTES: count(
      2_000_000_000,
      20_000_000_000,
      'Maximum size of a feed, after decompression.',
      1_000,
    ),
    CRAWL_FEED_TIMEOUT_SECONDS: count(3_600, 86_400, 'How long a feed may take to arrive.'),
    CRAWL_RUN_MAX_PAGES: count(20_000, 1_000_000, 'Pages that one run reads.'),
    CRAWL_RUN_MAX_DEPTH: count(20, 1_000, 'Links that a run follows one after the other.'),
    CRAWL_RUN_MAX_BYTES: count(
      5_000_000_000,
      100_000_000_000,
      'Bytes that one run receives.',
      1_000,
    ),
    CRAWL_RUN_MAX_MINUTES: count(480, 10_080, 'How long a run may take.'),
    CRAWL_BARREN_PAGES_MAX: count(
      200,
      1_000_000,
      'Pages of one form that a run reads without a new offer, before it leaves out the others of this form. It ends calendars and endless lists.',
    ),
    CRAWL_RETRY_PAUSE_MS: count(
      2_000,
      600_000,
      'Pause before a page is tried again. It doubles with each attempt.',
      0,
    ),
    CRAWL_STREAMS_MAX: count(10_000, 1_000_000, 'Streams of runs that one process keeps open.'),
    CRAWL_STREAMS_PER_CREDENTIAL: count(
      20,
      1_000_000,
      'Streams of runs that one process keeps open for one credential.',
    ),
    CRAWL_CONTACT_URL: Type.Optional(
      Type.String({
        pattern: '^https?://',
        example: 'https://example.com/crawler',
        description:
          'Address that the user agent names, so that the owner of a site can ask about our requests. Default: BASE_URL.',
      }),
    ),
    CRAWL_RETENTION_DAYS: count(
      30,
      3_650,
      'How long a run and its pages can be read after it ends.',
    ),
  }),
)

export type CrawlSettings = Static<(typeof crawlSettings)['schema']>
