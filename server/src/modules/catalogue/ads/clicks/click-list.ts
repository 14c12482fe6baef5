import { type Static, Type } from 'typebox'
import type { Actor } from '#kernel/actor'
import { money } from '#kernel/money'
import { record } from '#kernel/record'
import { sql } from '#platform/db'
import { viewMoney } from '#platform/http'
import { defineList, filter, newestFirst } from '#platform/lists'
import type { Campaign } from '../campaigns/campaign.ts'
import { type MarkReason, markReasons, type Verdict, verdicts } from './click.ts'

const ClickView = record(
  'AdClick',
  'A click on a sponsored place, and whether it was charged.',
  {
    id: Type.String(),
    auctionId: Type.String(),
    slot: Type.Integer(),
    campaignId: Type.String(),
    productId: Type.String(),
    verdict: Type.Enum([...verdicts], {
      description:
        'CHARGED: it cost `price`. UNFUNDED: the budget of the day was spent. MARKED: invalid traffic, see `reason`.',
    }),
    reason: Type.Union([Type.Enum([...markReasons]), Type.Null()]),
    price: Type.Object({ amount: Type.String(), currency: Type.String() }),
    repeats: Type.Integer({ description: 'Further clicks on the same place. They cost nothing.' }),
    clickedAt: Type.String({ format: 'date-time' }),
  },
  {
    examples: [
      {
        id: 'clk_01m7xb82dw3khw78phh28dvacd',
        auctionId: 'auc_01m7xb7z5r1q9e3w5t7y9u1p3s',
        slot: 0,
        campaignId: 'cmp_01m7xb82dw3khw78phh28dvacd',
        productId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna',
        verdict: 'CHARGED',
        reason: null,
        price: { amount: '0.45', currency: 'EUR' },
        repeats: 0,
        clickedAt: '2026-01-02T03:04:05.000Z',
      },
    ],
  },
)

type Row = {
  id: string
  auction_id: string
  slot: number
  campaign_id: string
  product_id: string
  verdict: Verdict
  reason: MarkReason | null
  price_minor: number
  currency: string
  repeats: number
  clicked_at: Date
}

type CampaignOf = (actor: Actor, campaignId: string) => Promise<Campaign>

/** `clicks_by_campaign` serves it. */
export const clickList = (campaignOf: CampaignOf) =>
  defineList({
    operationId: 'listAdClicks',
    url: '/api/v1/ads/campaigns/:campaignId/clicks',
    summary: 'List clicks of a campaign',
    description: 'Newest first, with the verdict of each.',
    tags: ['Ads'],
    config: {
      access: 'supplier_admin',
      fails: ['ads.campaign_not_found', 'catalog.supplier_required'],
    },
    params: Type.Object({ campaignId: Type.String({ maxLength: 64 }) }),
    item: ClickView,
    columns: ['productId', 'slot', 'verdict', 'reason', 'repeats', 'clickedAt'],
    filters: {
      verdict: filter(Type.Enum([...verdicts]), (verdict) => sql`t.verdict = ${verdict}`),
    },
    from: sql`ads.clicks t`,
    scope: async ({ actor, params }) => {
      const { companyId, id } = await campaignOf(actor, String(params.campaignId))
      return sql`t.company_id = ${companyId} and t.campaign_id = ${id}`
    },
    identity: { 't.id': 'text' },
    sorts: newestFirst,
    csv: { operationId: 'downloadAdClicks', summary: 'Download clicks of a campaign as CSV' },
    show: (rows: readonly Row[]) => rows.map(viewClick),
  })

function viewClick(row: Row): Static<typeof ClickView> {
  return {
    id: row.id,
    auctionId: row.auction_id,
    slot: row.slot,
    campaignId: row.campaign_id,
    productId: row.product_id,
    verdict: row.verdict,
    reason: row.reason,
    price: viewMoney(money(BigInt(row.price_minor), row.currency)),
    repeats: row.repeats,
    clickedAt: row.clicked_at.toISOString(),
  }
}
