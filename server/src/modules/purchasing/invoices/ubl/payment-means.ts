import { isSepa } from '../company-details/bank-account.ts'
import type { Invoice } from '../invoice.ts'
import { followsGermanRules } from './profiles.ts'
import { type Xml, xml } from './xml.ts'

/**
 * BG-16. BT-81 is a code of UNTDID 4461: 58 a SEPA credit transfer, 30 another credit transfer, 48 a bank card, 68 an online
 * payment service, 97 clearing between partners, 1 an instrument that is not named.
 */
export function paymentMeans(invoice: Invoice): Xml | undefined {
  return invoice.kind === 'INVOICE' ? ofInvoice(invoice) : ofCreditNote(invoice)
}

function ofInvoice(invoice: Invoice): Xml {
  const { number = '', total, content } = invoice
  if (content.paymentMethod === 'card') return code(cardCode(invoice))
  const { payTo, seller } = content
  const remittance = xml('cbc:PaymentID', number) // BT-83
  if (!payTo) return code('1', remittance)
  return code(
    isSepa(payTo.iban, total.currency) ? '58' : '30',
    remittance,
    xml('cac:PayeeFinancialAccount', [
      xml('cbc:ID', payTo.iban), // BT-84
      xml('cbc:Name', payTo.holder ?? seller.name), // BT-85
      payTo.bic === undefined
        ? undefined
        : xml('cac:FinancialInstitutionBranch', [xml('cbc:ID', payTo.bic)]), // BT-86
    ]),
  )
}

/** BR-DE-1 requires it in credit notes too. Nobody else does, and NL-R-008 allows no code that would fit. */
function ofCreditNote(invoice: Invoice): Xml | undefined {
  const { profile, seller, buyer, paymentMethod } = invoice.content
  if (!profile || !followsGermanRules(profile, seller, buyer)) return undefined
  // On net terms the credit note lowers the buyer's debt.
  return code(paymentMethod === 'card' ? cardCode(invoice) : '97')
}

/**
 * A card is 48, whether debit or credit: only the provider knows which. BR-DE-24-a requires digits of the card with it,
 * which the platform never sees. Under that rule the code is that of the online service that charged the card.
 */
function cardCode({ content: { profile, seller, buyer } }: Invoice): string {
  return profile && followsGermanRules(profile, seller, buyer) ? '68' : '48'
}

function code(value: string, ...more: Xml[]): Xml {
  return xml('cac:PaymentMeans', [xml('cbc:PaymentMeansCode', value), ...more])
}
