import type { Catalogue } from '../../language/catalogue.ts'
import { automations } from './automations.ts'
import { chat } from './chat.ts'
import { crawl } from './crawl.ts'
import { find } from './find.ts'
import { invoiceDetails } from './invoice-details.ts'
import { lists } from './lists.ts'
import { offers } from './offers.ts'
import { operations } from './operations.ts'
import { orders } from './orders.ts'
import { problems } from './problems.ts'
import { readings } from './readings.ts'
import { records } from './records.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'
import { support } from './support.ts'
import { work } from './work.ts'

export const messages: Catalogue = {
  automations,
  chat,
  crawl,
  find,
  invoiceDetails,
  lists,
  offers,
  operations,
  orders,
  problems,
  readings,
  records,
  shell,
  signIn,
  support,
  work,
}
