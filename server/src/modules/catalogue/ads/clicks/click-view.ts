import { Type } from 'typebox'
import { record } from '#kernel/record'
import { markReasons, verdicts } from './click.ts'

export const ClickView = record(
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

export type ClickViewed = Type.Static<typeof ClickView>
