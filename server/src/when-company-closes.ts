import { switchOffForClosing, switchOnAfterClosing } from '#modules/automations'
import { markSupplierClosed } from '#modules/catalog'
import type { CompanyClosed } from '#modules/identity'
import { holdForClosing, releaseAfterClosing } from '#modules/webhooks'

/**
 * A company that is closed neither sells nor goes on acting: its offers are found by nobody, its webhooks are held and its
 * automations stand still. All of it is undone when it is opened again, but for what people or operators had stopped.
 */
export const whenCompanyCloses: CompanyClosed = async (tx, company, { closedAt, now }) => {
  const { id } = company
  await markSupplierClosed(tx, company, closedAt)
  if (closedAt) {
    await holdForClosing(tx, id, now)
    await switchOffForClosing(tx, id, now)
  } else {
    await releaseAfterClosing(tx, id, now)
    await switchOnAfterClosing(tx, id)
  }
}
