import { Type } from 'typebox'
import { defineFailures } from '#kernel/failure'

export const fail = defineFailures('ads', {
  campaign_not_found: {
    status: 404,
    message: 'There is no such campaign. Take the id from the list of campaigns.',
    details: { campaignId: Type.String() },
  },
  campaigns_limit_reached: {
    status: 422,
    message: 'A supplier has at most 1,000 campaigns that have not ended. End one of them first.',
    details: { limit: Type.Integer() },
  },
  campaign_ended: {
    status: 409,
    message: 'The campaign has ended and cannot be changed. Start a new one.',
    details: { campaignId: Type.String() },
  },
  campaign_not_draft: {
    status: 409,
    message: 'Only a draft can be deleted. Set the state of the campaign to ENDED instead.',
    details: { state: Type.Enum(['ACTIVE', 'PAUSED', 'ENDED']) },
  },
  state_not_possible: {
    status: 409,
    message:
      'The campaign cannot change to this state. Start or end a draft, pause or end an active campaign, or start or end a paused one.',
    details: {
      from: Type.Enum(['ACTIVE', 'DRAFT', 'PAUSED']),
      to: Type.Enum(['ACTIVE', 'DRAFT', 'PAUSED', 'ENDED']),
    },
  },
  version_conflict: {
    status: 409,
    message:
      'The campaign has changed since you read it. Read it again and repeat your change with its version.',
    details: { expected: Type.Integer(), current: Type.Integer() },
  },
  amount_invalid: {
    status: 422,
    message:
      'The amount is not valid. Use more than zero and no more than the limit in the details, with no more decimals than the currency has.',
    details: { field: Type.String(), limit: Type.String(), currency: Type.String() },
  },
  currency_not_billed: {
    status: 422,
    message: 'Ads are billed in one currency only. Use the currency that the details name.',
    details: { field: Type.String(), currency: Type.String() },
  },
  budget_below_bid: {
    status: 422,
    message:
      'The budget of a day must be at least the bid for a click. Change the budget or lower the bid.',
  },
  products_required: {
    status: 422,
    message: 'A campaign needs at least one product. Name products of the supplier.',
  },
  products_not_owned: {
    status: 422,
    message:
      'The details name products that this supplier does not sell. Leave them out of the campaign.',
    details: { productIds: Type.Array(Type.String()) },
  },
  categories_unknown: {
    status: 422,
    message: 'The details name categories that do not exist. Take ids from the list of categories.',
    details: { categoryIds: Type.Array(Type.String()) },
  },
  country_unknown: {
    status: 422,
    message: 'The details name countries that do not exist. Use codes of ISO 3166-1, such as DE.',
    details: { countries: Type.Array(Type.String()), didYouMean: Type.Array(Type.String()) },
  },
  landing_url_invalid: {
    status: 422,
    message: 'The address of the campaign is not valid. Use a public https address.',
  },
  time_zone_unknown: {
    status: 422,
    message: 'The time zone is unknown. Use a name such as Europe/Berlin.',
    details: { timeZone: Type.String() },
  },
  period_invalid: {
    status: 422,
    message: 'The campaign must end after it starts. Correct the start or the end.',
  },
  click_not_ours: {
    status: 404,
    message: 'This link was not made by this service, or it was changed. Search again.',
  },
  report_too_long: {
    status: 422,
    message:
      'The period is not valid. Choose at most 366 days, with the first day before the last.',
    details: { days: Type.Integer() },
  },
  auction_not_found: {
    status: 404,
    message:
      'There is no record of this auction. Check the id: records are kept for a limited time.',
    details: { auctionId: Type.String() },
  },
  hidden_advertisers_unknown: {
    status: 422,
    message:
      'The details name companies that do not exist. Take their ids, which begin with co_, from sponsored places.',
    details: { companyIds: Type.Array(Type.String()) },
  },
})
