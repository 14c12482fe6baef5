import { type Company, findCompany, type Identity, listCompanyNames } from '#modules/identity'
import type { Suppliers } from '#modules/products'
import { isDeployed } from '#platform/config'
import type { Database } from '#platform/db'
import { platformSettings, publicUrlOf } from '#platform/deployment'
import { listRoutes } from '#platform/lists'
import { createLocalCache } from '#platform/local-cache'
import { defineModule, type Runtime } from '#platform/module'
import { campaignList } from './campaigns/campaign-list.ts'
import { scopeFor } from './campaigns/change-campaigns.ts'
import { campaignsRoutes } from './campaigns/routes.ts'
import { createCampaigns } from './campaigns/service.ts'
import { createCharger } from './clicks/charger.ts'
import { clickList } from './clicks/click-list.ts'
import { createClickTokens } from './clicks/click-token.ts'
import { clicksRoutes } from './clicks/routes.ts'
import { createClicks } from './clicks/service.ts'
import { askControls } from './controls/ask-controls.ts'
import { createCachedControls } from './controls/cached-controls.ts'
import { createFrequencyCaps } from './controls/frequency-caps.ts'
import { viewerControlsData } from './controls/personal-data-store.ts'
import { controlsRoutes } from './controls/routes.ts'
import { createViewerControls } from './controls/service.ts'
import { keyOfViewer, type Viewer } from './controls/viewer.ts'
import { adsJobs, adsSchedules } from './jobs.ts'
import { adsProbes } from './probes.ts'
import { reportList } from './report/report-list.ts'
import { listReportDays, type ReportDeps } from './report/report-store.ts'
import { reportRoutes } from './report/routes.ts'
import { createCampaignIndex } from './serving/campaign-index.ts'
import { createRecorder } from './serving/recorder.ts'
import { createSponsorship } from './serving/sponsorship.ts'
import { adsSettings } from './settings.ts'

type Needs = Runtime & { readonly identity: Identity }

/**
 * Sponsored products: campaigns, viewer controls, serving, clicks, reports. The search comes after it and asks it for places. The
 * auctions that need a search have a module of their own (`ad-auctions-module.ts`).
 */
export const adsModule = defineModule({
  name: 'ads',
  tags: { Ads: 'Campaigns of suppliers, and labelled sponsored places beside search results.' },
  settings: [adsSettings],
  named: { cmp: 'ads.campaigns' },
  schedules: adsSchedules,
  personalData: [viewerControlsData],
  make: (needs: Needs) => {
    const { settings, database, now } = needs
    const values = settings.of(adsSettings)
    const { campaigns, suppliers } = campaignsFrom(needs)
    const serving = servingFrom(needs)
    const { cached, charger, recorder, index, sponsorship, tokens } = serving
    const clicks = createClicks({
      conn: database.pool,
      now,
      tokens,
      charger,
      knownTarget: index.find,
      baseUrl: publicUrlOf(settings),
    })
    const controls = createViewerControls({ database, now, cached, namesOf: listCompanyNames })
    const report: ReportDeps = {
      now,
      days: async (actor, query) => {
        await recorder.flush()
        return listReportDays(database.pool, await scopeFor({ suppliers }, actor), query)
      },
    }
    const adAuctions = { flush: recorder.flush }
    return {
      services: { campaigns, sponsorship, adAuctions },
      routes: [
        campaignsRoutes(campaigns),
        listRoutes(
          database,
          campaignList({ suppliers }),
          clickList(campaigns.get),
          reportList(report),
        ),
        clicksRoutes(clicks),
        controlsRoutes(controls),
        reportRoutes(report),
      ],
      jobs: adsJobs({ database, now, keepDays: values.ADS_AUCTIONS_RETENTION_DAYS }),
      probes: () => adsProbes({ ...needs, charger, policy: values.ADS_DEGRADED_MODE_POLICY }),
      close: serving.close,
    }
  },
})

function campaignsFrom({ settings, database, now }: Needs) {
  const suppliers = suppliersFrom(database)
  const campaigns = createCampaigns({
    database,
    now,
    suppliers,
    currency: settings.of(adsSettings).ADS_CURRENCY,
    allowPrivate: !isDeployed(settings.of(platformSettings).APP_ENV),
  })
  return { campaigns, suppliers }
}

function suppliersFrom({ pool }: Database): Suppliers {
  const find = (companyId: string) => findCompany(pool, companyId)
  return {
    findCompany: find,
    companyOf: async (companyId) => {
      const company = await find(companyId)
      if (!company) throw new Error(`company ${companyId} is named but not stored`)
      return company
    },
  }
}

function servingFrom(needs: Needs) {
  const { settings, database, cache, wake, metrics, log, now, tallies } = needs
  const { pool: conn } = database
  const values = settings.of(adsSettings)
  const currency = values.ADS_CURRENCY
  const index = createCampaignIndex({ conn, wake, now, currency })
  const tokens = createClickTokens(needs.sealKeys)
  const recorder = createRecorder({ conn, log, metrics })
  const cached = createCachedControls({ conn, cache, now })
  const caps = createFrequencyCaps({ cache, now, cap: values.ADS_FREQUENCY_CAP })
  const charger = createCharger({
    database,
    log,
    metrics,
    limits: {
      viewerPerMinute: values.ADS_CLICKS_PER_MINUTE_MAX,
      sourcePerMinute: values.ADS_SHARED_CLICKS_PER_MINUTE_MAX,
      sourceChargesPerDay: values.ADS_SHARED_CHARGES_PER_DAY_MAX,
    },
    onCharged: index.noteSpent,
  })
  const policy = values.ADS_DEGRADED_MODE_POLICY
  const asking = { controls: cached, caps, policy, tallies }
  const sponsorship = createSponsorship({
    index,
    tokens,
    recorder,
    ask: (viewer, campaignIds) => askControls(asking, viewer, campaignIds),
    noteShown: (viewer: Viewer, campaignIds) => {
      if (viewer.isOnePerson) caps.noteShown(keyOfViewer(viewer), campaignIds)
    },
    countryOf: countriesFrom(database),
    tallies,
    metrics,
    log,
    now,
    baseUrl: publicUrlOf(settings),
    currency,
    reserveMinor: values.ADS_RESERVE_PRICE_MINOR,
    deadlineMs: values.ADS_DEADLINE_MS,
  })
  const close = async () => {
    index.close()
    cached.close()
    caps.close()
    await Promise.all([recorder.close(), charger.close()])
  }
  return { index, tokens, recorder, cached, charger, sponsorship, close }
}

const companiesMax = 5_000
const countryMs = 300_000

/** The country of a company seldom changes, and every search asks for it. */
function countriesFrom({ pool }: Database) {
  const known = createLocalCache<Pick<Company, 'country'>>({
    entriesMax: companiesMax,
    ttlMs: countryMs,
  })
  return async (companyId: string) => {
    const { country } = await known.load(companyId, async () => {
      return (await findCompany(pool, companyId)) ?? { country: '' }
    })
    return country === '' ? undefined : country
  }
}
