import { defineTexts } from '#platform/texts'
import english from '../../../../../texts/en/mails/support.json' with { type: 'json' }

export const writeMail = defineTexts('mails/support', english)
