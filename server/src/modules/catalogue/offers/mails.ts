import { defineTexts } from '#platform/texts'
import english from '../../../../texts/en/mails/offers.json' with { type: 'json' }

export const writeMail = defineTexts('mails/offers', english)
