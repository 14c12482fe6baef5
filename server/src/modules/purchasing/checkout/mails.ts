import { defineTexts } from '#platform/texts'
import english from '../../../../texts/en/mails/checkout.json' with { type: 'json' }

export const writeMail = defineTexts('mails/checkout', english)
