import { defineTexts } from '#platform/texts'
import english from '../../../../texts/en/mails/identity.json' with { type: 'json' }

export const writeMail = defineTexts('mails/identity', english)
