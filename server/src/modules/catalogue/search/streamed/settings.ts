import { Type } from 'typebox'
import { defineSettings } from '#platform/config'

export const searchesSettings = defineSettings(
  'catalog searches',
  Type.Object({
    CATALOG_SEARCH_DEADLINE_SECONDS: Type.Integer({
      default: 60,
      minimum: 1,
      maximum: 3_600,
      description:
        'Time after which the catalogue fails as a source of a search. The search has no limit of its own: other sources continue until their own limits.',
    }),
    CATALOG_SEARCH_RETENTION_HOURS: Type.Integer({
      default: 24,
      minimum: 1,
      maximum: 720,
      description: 'How long a search and its events can be read after it ends.',
    }),
    CATALOG_SEARCH_CONCURRENCY: Type.Integer({
      default: 8,
      minimum: 1,
      maximum: 100,
      description:
        'Searches whose catalogue one process reads at the same time. Searches that only wait for other sources do not count.',
    }),
    CATALOG_STREAMS_MAX: Type.Integer({
      default: 10_000,
      minimum: 1,
      maximum: 1_000_000,
      description: 'Search streams that one process keeps open.',
    }),
    CATALOG_STREAMS_PER_CREDENTIAL: Type.Integer({
      default: 20,
      minimum: 1,
      maximum: 1_000_000,
      description: 'Search streams that one process keeps open for one credential.',
    }),
  }),
)
