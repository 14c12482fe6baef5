import { minutesMs } from '#kernel/time'
import type { ProductSource } from '#modules/search'
import type { Runtime } from '#platform/module'
import { crawlSettings } from '../settings.ts'
import { type ExternalSourceDeps, externalSource } from './external-source.ts'

type Needs = Runtime & Omit<ExternalSourceDeps, 'limitSeconds'>

/** The source of external offers for the searches of this process. It ends with the longest run. */
export function externalOffers(needs: Needs): ProductSource {
  const { CRAWL_RUN_MAX_MINUTES: minutes } = needs.settings.of(crawlSettings)
  return externalSource({ ...needs, limitSeconds: minutesMs(minutes) / 1_000 })
}
