import { defaultLocale } from '#kernel/locale'
import { decimalOf, type Money, money, sumOf } from '#kernel/money'
import { numberOf } from '#kernel/quantity'
import type { Company } from '#modules/identity'
import { type Address, deliveriesOf, type OrderDocument } from '#modules/orders'
import { accountingOf } from '#modules/orders/line-references'
import type { LineTax } from '#modules/totals'
import { dayIn } from '#platform/working-time'
import { chargeReasonOf } from '../charge-of.ts'
import type { InvoiceDetails } from '../company-details/details.ts'
import { withDetails } from '../company-details/with-details.ts'
import { buyerOf, placeOf, sellerOf } from '../issuing/parties.ts'
import type { DeliveryContact, PurchaseOrder, PurchaseOrderLine } from './purchase-order.ts'

/** A company, and what it entered for documents. */
export type Named = { readonly company: Company; readonly details: InvoiceDetails }

/** The part of a supplier as it was ordered. The first argument has only what the supplier sees. */
export function composePurchaseOrder(
  { order, lines }: OrderDocument,
  { buyer, seller }: { readonly buyer: Named; readonly seller: Named },
  revision: number,
): PurchaseOrder {
  const { currency } = order.total
  const { shippingCosts = [] } = order
  const language = seller.company.locale ?? defaultLocale
  return {
    number: order.number,
    revision,
    language,
    issuedOn: dayIn(buyer.company.timeZone, order.placedAt),
    currency,
    poNumber: order.poNumber,
    costCenter: order.costCenter,
    note: order.note,
    // A contact answers questions about the invoices of its own company.
    buyer: { ...withDetails(buyerOf(buyer.company, order), buyer.details), contact: undefined },
    seller: withDetails(sellerOf(seller.company, order), seller.details),
    deliveries: viewDeliveries(order),
    lines: lines.map((line) => lineOf(line, order)),
    charges: shippingCosts
      .filter(({ amount }) => amount.amountMinor > 0n)
      .map((cost) => ({
        ...chargeReasonOf(cost, language),
        amount: decimalOf(cost.amount),
        tax: taxOf(cost.tax),
      })),
    sums: sumsOf(lines, shippingCosts, currency),
  }
}

function viewDeliveries(order: OrderDocument['order']): PurchaseOrder['deliveries'] {
  return deliveriesOf(order).map(({ number, shipTo, requestedDate }) => ({
    number,
    shipTo: placeOf(shipTo, order.companyId),
    contact: contactOf(shipTo),
    requestedDate,
  }))
}

/** The name of an address without a company is that of the place. */
function contactOf({ name, company, phone, email }: Address): DeliveryContact | undefined {
  const isNobody = company === undefined && phone === undefined && email === undefined
  return isNobody ? undefined : { name, phone, email }
}

function lineOf(
  line: OrderDocument['lines'][number],
  order: OrderDocument['order'],
): PurchaseOrderLine {
  const { sku, mpn, name, quantity, unit, unitPrice, discount, tax, poNumber } = line
  const { costCenter } = accountingOf(line)
  const isOff = discount !== undefined && discount.amountMinor > 0n
  return {
    lineNumber: line.progress.lineNumber,
    delivery: line.delivery ?? 1,
    ...{ sku, mpn, name, unit },
    quantity: numberOf(quantity),
    price: { amount: decimalOf(unitPrice), perQuantity: unitPrice.perQuantity },
    discount: isOff ? decimalOf(discount) : undefined,
    net: decimalOf(netOf(line)),
    tax: taxOf(tax),
    poNumber: poNumber === order.poNumber ? undefined : poNumber,
    costCenter: costCenter === order.costCenter ? undefined : costCenter,
    requestedDate: line.requestedDate,
    priceNote: line.negotiatedPrice?.note.replaceAll(/\s+/g, ' '),
  }
}

type Priced = {
  readonly total: Money
  readonly discount: Money | undefined
  readonly tax: LineTax | undefined
}

function netOf({ total, discount }: Priced): Money {
  return money(total.amountMinor - (discount?.amountMinor ?? 0n), total.currency)
}

function taxOf(tax: LineTax | undefined) {
  return tax && { category: tax.category, rate: tax.rate }
}

function sumsOf(
  lines: readonly Priced[],
  costs: readonly { readonly amount: Money; readonly tax: LineTax }[],
  currency: string,
): PurchaseOrder['sums'] {
  const goods = sumOf(lines.map(netOf), currency)
  const charges = sumOf(
    costs.map(({ amount }) => amount),
    currency,
  )
  const net = sumOf([goods, charges], currency)
  const isTaxed = lines.every(({ tax }) => tax !== undefined)
  const taxes = [...lines, ...costs].flatMap(({ tax }) => tax?.amount ?? [])
  const tax = sumOf(taxes, currency)
  return {
    lines: decimalOf(goods),
    charges: decimalOf(charges),
    net: decimalOf(net),
    tax: isTaxed ? decimalOf(tax) : undefined,
    total: decimalOf(isTaxed ? sumOf([net, tax], currency) : net),
  }
}
