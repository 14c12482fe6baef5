import { defineTexts } from '#platform/texts'
import english from '../../../../texts/en/mails/requisitions.json' with { type: 'json' }

export const writeMail = defineTexts('mails/requisitions', english)
