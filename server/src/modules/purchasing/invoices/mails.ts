import { defineTexts } from '#platform/texts'
import english from '../../../../texts/en/mails/invoices.json' with { type: 'json' }

export const writeMail = defineTexts('mails/invoices', english)
