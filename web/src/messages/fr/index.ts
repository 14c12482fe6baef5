import type { CatalogueOf } from '../../language/catalogue.ts'
import type { messages as english } from '../en/index.ts'
import { automations } from './automations.ts'
import { columns } from './columns.ts'
import { crawl } from './crawl.ts'
import { find } from './find.ts'
import { invoiceDetails } from './invoice-details.ts'
import { lists } from './lists.ts'
import { offers } from './offers.ts'
import { operations } from './operations.ts'
import { orders } from './orders.ts'
import { readings } from './readings.ts'
import { apiKey } from './records/api-key.ts'
import { approval } from './records/approval.ts'
import { automation } from './records/automation.ts'
import { checkout } from './records/checkout.ts'
import { company } from './records/company.ts'
import { delivery } from './records/delivery.ts'
import { event } from './records/event.ts'
import { imports } from './records/imports.ts'
import { incident } from './records/incident.ts'
import { invoice } from './records/invoice.ts'
import { person } from './records/person.ts'
import { product } from './records/product.ts'
import { purchasing } from './records/purchasing.ts'
import { records } from './records/records.ts'
import { replay } from './records/replay.ts'
import { requisitions } from './records/requisitions.ts'
import { run } from './records/run.ts'
import { structure } from './records/structure.ts'
import { webhook } from './records/webhook.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'
import { support } from './support.ts'
import { work } from './work.ts'

export const messages: CatalogueOf<typeof english> = {
  invoice,
  replay,
  event,
  automation,
  apiKey,
  approval,
  automations,
  checkout,
  columns,
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
  purchasing,
  run,
  shell,
  signIn,
  requisitions,
  structure,
  support,
  webhook,
  work,
}
