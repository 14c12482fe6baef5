import type { Catalogue } from '../../language/catalogue.ts'
import { apiKey } from './api-key.ts'
import { automation } from './automation.ts'
import { automations } from './automations.ts'
import { chat } from './chat.ts'
import { checkout } from './checkout.ts'
import { company } from './company.ts'
import { crawl } from './crawl.ts'
import { delivery } from './delivery.ts'
import { event } from './event.ts'
import { find } from './find.ts'
import { imports } from './imports.ts'
import { incident } from './incident.ts'
import { invoice } from './invoice.ts'
import { invoiceDetails } from './invoice-details.ts'
import { lists } from './lists.ts'
import { offers } from './offers.ts'
import { operations } from './operations.ts'
import { orders } from './orders.ts'
import { person } from './person.ts'
import { product } from './product.ts'
import { readings } from './readings.ts'
import { records } from './records.ts'
import { replay } from './replay.ts'
import { run } from './run.ts'
import { settings } from './settings.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'
import { support } from './support.ts'
import { webhook } from './webhook.ts'
import { work } from './work.ts'

export const messages: Catalogue = {
  invoice,
  replay,
  event,
  automation,
  apiKey,
  automations,
  chat,
  checkout,
  company,
  crawl,
  delivery,
  find,
  imports,
  incident,
  invoiceDetails,
  lists,
  offers,
  operations,
  orders,
  person,
  product,
  readings,
  records,
  run,
  settings,
  shell,
  signIn,
  support,
  webhook,
  work,
}
