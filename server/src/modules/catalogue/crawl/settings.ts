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
    CRAWL_ALERT_QUEUED_RUNS: count(
      100,
      1_000_000,
      'Operators are notified if more runs than this wait for a worker.',
      0,
    ),
    CRAWL_ALERT_QUEUED_SECONDS: count(
      900,
      604_800,
      'Operators are notified if a run waits longer than this for a worker.',
    ),
    CRAWL_ALERT_RUNNING_MINUTES: count(
      540,
      20_160,
      'Operators are notified if a run takes longer than this. A run ends by itself after CRAWL_RUN_MAX_MINUTES.',
    ),
    CRAWL_ALERT_REDISPATCHES_PER_HOUR: count(
      10,
      1_000_000,
      'Operators are notified if more runs than this lose their worker in an hour.',
      0,
    ),
    CRAWL_ALERT_LATENCY_P95_MS: count(
      10_000,
      300_000,
      'Operators are notified if 5 of 100 pages of an hour take longer than this to arrive.',
    ),
    CRAWL_ALERT_FAILURE_PERCENT: count(
      25,
      100,
      'Operators are notified if more than this share of the pages of an hour fails.',
      0,
    ),
  }),
)

export type CrawlSettings = Static<(typeof crawlSettings)['schema']>
