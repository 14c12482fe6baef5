import type { Actor } from '#kernel/actor'
import type { Clock } from '#kernel/time'
import { type Company, requireAdmin } from '#modules/identity'
import { recordAudit } from '#platform/audit'
import type { Conn, Database, Tx } from '#platform/db'
import { formatInstant } from '#platform/locale'
import { enqueueMail, oneLine, type Reader } from '#platform/mail'
import { writeLetter } from '#platform/texts'
import { fail } from '../failures.ts'
import { partyOf } from '../issuing/parties.ts'
import { writeMail } from '../mails.ts'
import type { MissingDetail } from '../ubl/invoice-profile.ts'
import { missingForProfile } from '../ubl/profiles.ts'
import { isBic, maskedIban, problemOfIban } from './bank-account.ts'
import type { InvoiceDetails, InvoiceDetailsChange } from './details.ts'
import { forgetGaps, lockDetails, updateDetails } from './details-store.ts'
import { isLeitwegId, problemOfAddress } from './electronic-address.ts'
import { problemOfRegistration, storedRegistration } from './registration.ts'
import { withDetails } from './with-details.ts'

export type DetailsDeps = {
  readonly database: Database
  readonly now: Clock
  readonly companyOf: (conn: Conn, companyId: string) => Promise<Company>
  readonly adminsOf: (conn: Conn, companyId: string) => Promise<readonly Reader[]>
}

type Change = {
  readonly companyId: string
  readonly change: InvoiceDetailsChange
  /** An operator changes another company's details. */
  readonly isOperator: boolean
}

/** Changes nothing if any part is refused. A changed bank account is reported to all administrators by mail. */
export async function changeDetails(
  deps: DetailsDeps,
  actor: Actor,
  { companyId, change, isOperator }: Change,
): Promise<InvoiceDetails> {
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    if (!isOperator) await requireAdmin(tx, actor)
    const company = await deps.companyOf(tx, companyId)
    const before = await lockDetails(tx, companyId, now)
    const next = normaliseDetails(company.country, { ...before, ...clearNulls(change) })
    assertValidDetails(company.country, next)
    assertBuyerComplete(company, next)
    await updateDetails(tx, companyId, next, now)
    await forgetGaps(tx, companyId)
    const fields = Object.keys(change).filter(
      (field) => change[field as keyof typeof change] !== undefined,
    )
    const account = accountChange(before, next)
    recordAudit(tx, {
      companyId,
      actor,
      action: 'invoices.company_details_changed',
      target: { type: 'company', id: companyId },
      outcome: 'done',
      details: {
        fields,
        ...(account && {
          ibanBefore: account.ibanBefore ?? 'none',
          ibanAfter: account.ibanAfter ?? 'none',
        }),
      },
      now,
    })
    if (account) await mailAccountChange(deps, tx, { company, actor, isOperator, account, now })
    return next
  })
}

function clearNulls(change: InvoiceDetailsChange): Partial<InvoiceDetails> {
  const entered = Object.entries(change).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entered.map(([field, value]) => [field, value ?? undefined]))
}

/** The stored form, without the spaces that people type. */
function normaliseDetails(country: string, details: InvoiceDetails): InvoiceDetails {
  const { bankAccount, legalRegistration, taxRegistration, buyerReference } = details
  const bare = (text: string) => text.replace(/\s/g, '').toUpperCase()
  return {
    ...details,
    bankAccount: bankAccount && {
      ...bankAccount,
      iban: bare(bankAccount.iban),
      bic: bankAccount.bic && bare(bankAccount.bic),
    },
    legalRegistration: legalRegistration && storedRegistration('legal', country, legalRegistration),
    taxRegistration: taxRegistration && storedRegistration('tax', country, taxRegistration),
    buyerReference: buyerReference?.trim(),
  }
}

function assertValidDetails(country: string, details: InvoiceDetails): void {
  const { bankAccount, contact, electronicAddress, legalRegistration, taxRegistration } = details
  const { buyerReference } = details
  const found: [field: string, problem: string | undefined][] = [
    ['bankAccount.iban', bankAccount && problemOfIban(bankAccount.iban)],
    [
      'bankAccount.bic',
      bankAccount?.bic === undefined || isBic(bankAccount.bic)
        ? undefined
        : 'A BIC has 8 or 11 characters: four of the bank, two of its country, two of the place.',
    ],
    [
      'contact.phone',
      // BR-DE-27.
      contact && contact.phone.replace(/[^0-9]/g, '').length < 3
        ? 'A telephone number has three digits at least.'
        : undefined,
    ],
    ['electronicAddress', electronicAddress && problemOfAddress(electronicAddress)],
    [
      'legalRegistration',
      legalRegistration && problemOfRegistration('legal', country, legalRegistration),
    ],
    ['taxRegistration', taxRegistration && problemOfRegistration('tax', country, taxRegistration)],
    [
      'buyerReference',
      electronicAddress?.scheme === '0204' &&
      buyerReference !== undefined &&
      !isLeitwegId(buyerReference)
        ? 'A receiver with a Leitweg-ID (scheme 0204) gives a Leitweg-ID as its buyer reference.'
        : undefined,
    ],
  ]
  const problems = found.flatMap(([field, problem]) => (problem ? [{ field, problem }] : []))
  if (problems.length > 0) throw fail('details_invalid', { problems })
}

/** A buyer that chooses a profile enters its own details first, so that only suppliers can lack details. */
function assertBuyerComplete(company: Company, details: InvoiceDetails): void {
  const missing = missingOfCompany(company, details).filter((one) => one.startsWith('buyer.'))
  if (missing.length > 0) throw fail('profile_incomplete', { profile: details.profile, missing })
}

/** The details that a buyer's profile needs from the buyer itself, whoever sells. */
function missingOfCompany(company: Company, details: InvoiceDetails): MissingDetail[] {
  const buyer = withDetails(partyOf(company), details)
  const { profile, buyerReference } = details
  return missingForProfile(profile, {
    buyer,
    seller: { companyId: '', name: '', country: '' },
    buyerReference,
    hasBankAccount: true,
  })
}

type AccountChange = {
  readonly ibanBefore: string | undefined
  readonly ibanAfter: string | undefined
}

/** The account as mails and the audit log name it. Undefined if it did not change. */
function accountChange(before: InvoiceDetails, after: InvoiceDetails): AccountChange | undefined {
  const [one, other] = [before.bankAccount, after.bankAccount]
  const isSame =
    one?.iban === other?.iban && one?.bic === other?.bic && one?.holder === other?.holder
  if (isSame) return undefined
  const named = (iban: string | undefined) => iban && maskedIban(iban)
  return { ibanBefore: named(one?.iban), ibanAfter: named(other?.iban) }
}

type AccountMail = {
  readonly company: Company
  readonly actor: Actor
  readonly isOperator: boolean
  readonly account: AccountChange
  readonly now: Date
}

/**
 * A thief of an administrator's account could redirect the payment of invoices, so the other administrators are
 * notified.
 */
async function mailAccountChange(
  { adminsOf }: DetailsDeps,
  tx: Tx,
  { company, actor, isOperator, account, now }: AccountMail,
): Promise<void> {
  for (const { userId, email, locale } of await adminsOf(tx, company.id)) {
    const named = (iban: string | undefined) => iban ?? writeMail(locale, 'no_account')
    enqueueMail(tx, {
      to: email,
      ...writeLetter(writeMail, locale, 'bank_account', {
        who: isOperator
          ? writeMail(locale, 'an_operator')
          : writeMail(locale, 'administrator', { id: actor.id }),
        company: oneLine(company.name),
        at: formatInstant(locale, now),
        before: named(account.ibanBefore),
        now: named(account.ibanAfter),
      }),
      dedupeKey: `invoices.bank_account_changed/${company.id}/${now.getTime()}/${userId}`,
      now,
    })
  }
}
