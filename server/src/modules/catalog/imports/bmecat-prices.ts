import { Decimal } from 'decimal.js'
import { childrenOf, textOf, type XmlNode } from './xml-items.ts'

type Prices = {
  readonly price?: Decimal | string
  readonly currency?: string
  readonly tiers?: readonly { readonly minQuantity: string; readonly unitPrice: Decimal | string }[]
  readonly shipTo?: readonly string[]
}

/** Those for everybody before those of one customer. */
const kinds = ['net_list', 'net_customer', 'net_customer_exp', 'nrp', 'gros_list']

/** Unit prices: the amount times its factor, by the quantity that it is the price of, with six decimals. */
export function bmecatPrices(article: XmlNode, quantity: string | undefined, now: Date): Prices {
  const all = childrenOf(article, 'ARTICLE_PRICE_DETAILS', 'PRODUCT_PRICE_DETAILS')
  const details = all.find((one) => isValid(one, now)) ?? all.at(-1)
  const prices = childrenOf(details, 'ARTICLE_PRICE', 'PRODUCT_PRICE')
  const kind = kinds.find((name) => prices.some(({ attributes }) => attributes.price_type === name))
  const chosen = kind ? prices.filter(({ attributes }) => attributes.price_type === kind) : prices
  const read = chosen
    .map((one) => ({
      from: textOf(one, 'LOWER_BOUND') ?? '1',
      amount: unitAmount(one, quantity),
      currency: textOf(one, 'PRICE_CURRENCY'),
      territories: childrenOf(one, 'TERRITORY').map(({ text }) => text.trim()),
    }))
    .sort((one, other) => Number(one.from) - Number(other.from))
  const [first, ...rest] = read
  if (!first) return {}
  return {
    price: first.amount,
    tiers: rest.map(({ from, amount }) => ({ minQuantity: from, unitPrice: amount })),
    ...(first.currency === undefined ? {} : { currency: first.currency }),
    ...(first.territories.length > 0 ? { shipTo: first.territories } : {}),
  }
}

/** What is no number is handed on as it stands: whoever reads it says so. */
function unitAmount(price: XmlNode, quantity: string | undefined): Decimal | string {
  const amount = textOf(price, 'PRICE_AMOUNT') ?? ''
  const factor = textOf(price, 'PRICE_FACTOR') ?? '1'
  const per = quantity ?? '1'
  const isNumber = (text: string) => /^\d{1,15}(?:\.\d{1,15})?$/.test(text)
  if (!isNumber(amount) || !isNumber(factor) || !isNumber(per) || Number(per) === 0) return amount
  const exact = new Decimal(amount).times(factor).div(per)
  return exact.toDecimalPlaces(6, Decimal.ROUND_HALF_EVEN)
}

/** Of the dates `valid_start_date` and `valid_end_date`, each of which may be absent. */
function isValid(details: XmlNode, now: Date): boolean {
  const dateOf = (type: string) => {
    const node = childrenOf(details, 'DATETIME').find(({ attributes }) => attributes.type === type)
    return textOf(node, 'DATE') ?? textOf(details, type.toUpperCase())
  }
  const today = now.toISOString().slice(0, 10)
  const [start, end] = [dateOf('valid_start_date'), dateOf('valid_end_date')]
  return (start === undefined || start <= today) && (end === undefined || today <= end)
}
