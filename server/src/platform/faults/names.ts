/** Every place where a test may end the process. A name is added here and used once, where it says. */
export const crashPointNames = [
  // The numbers are written and not committed.
  'outbox.events.numbered',
  // A subscription has recorded events, and neither that nor its place is committed.
  'outbox.events.recorded',
  // An event is set aside, and neither that nor the move past it is committed.
  'outbox.event.set_aside',
  // An event that was set aside is recorded, and neither that nor the end of its row is committed.
  'outbox.set_aside.recorded',
  // Deliveries are claimed and nothing is sent.
  'webhooks.deliveries_claimed',
  // The receiver has answered, and nobody has written that down.
  'webhooks.delivery_answered',
  // Attempts are recorded, and what their endpoints need is not done.
  'webhooks.attempts_recorded',
  // Runs are claimed and nothing is done.
  'automations.runs_claimed',
  // The condition holds and no action is begun.
  'automations.run_begun',
  // An action and its step are written and not committed.
  'automations.step_written',
  // The receiver of a call has answered, and nobody has written that down.
  'automations.call_answered',
  // A step is committed and the next one is not begun.
  'automations.step_done',
  // What became of a run is committed.
  'automations.run_settled',
  // A schedule has enqueued its job, and neither that nor its next time is committed.
  'jobs.schedule.fired',
  // The claim is committed and nothing is done.
  'jobs.job.claimed',
  // All is done and nobody knows.
  'jobs.job.handled',
  // The stock is taken and nothing is committed.
  'checkout.stock_reserved',
  // All of the reservation is written and nothing is committed.
  'checkout.attempt_inserted',
  // The reservation is committed and the buyer has no answer.
  'checkout.reserved',
  // The payment is a row and the provider knows nothing of it.
  'checkout.payment_opened',
  // The provider was asked and the attempt is not settled.
  'checkout.payment_handed_over',
  // The order is written and nothing is committed.
  'checkout.order_recorded',
  // The cart is freed and nothing is committed.
  'checkout.cart_reconciled',
  // The attempt has ended and the buyer has no answer.
  'checkout.settled',
  // A sweeper has taken attempts and done nothing with them.
  'checkout.attempts_claimed',
  // The payment is read and the provider has not been called.
  'payments.handover.begun',
  // The provider has the intent and we have not written that down.
  'payments.handover.intent_created',
  'payments.handover.recorded',
  'payments.cancel.begun',
  // The provider has cancelled and we have not written that down.
  'payments.cancel.provider_done',
  'payments.capture.begun',
  // The provider has captured and we have not written that down.
  'payments.capture.provider_done',
  // The refund's amount is promised and the provider has not been called.
  'payments.refund.promised',
  'payments.refund.promised_in_full',
  // The provider has refunded and we have not written that down.
  'payments.refund.provider_done',
  'payments.refund.settled',
  // Searches are claimed and nothing is done.
  'catalog.searches_claimed',
  // A batch of products is told and their quotes are not.
  'catalog.search_batch_published',
  // Every source has said all and the search runs still.
  'catalog.search_sources_done',
  // The money is owed, and nothing of it has moved.
  'orders.cancellation.committed',
  // What the payment gives back is committed, and no provider has been called for it.
  'orders.credit.given_back',
  // The provider was called for a credit, and the credit does not say so.
  'orders.credit.refund_driven',
  // The price of an order is reduced by what went back, and that is not committed.
  'orders.price_reduction.written',
  // The last approver has agreed, and nothing of the order has moved.
  'approvals.agreed',
  // The card is charged, and the order is not placed.
  'approvals.captured',
  // The order is placed or given up, and no answer went out.
  'approvals.carried',
  // An event is applied and not committed.
  'payments.event.applied',
  // A batch of a catalogue file is written and not committed.
  'catalog.import_batch_written',
  // It is committed, and the next one is not begun.
  'catalog.import_batch_committed',
  // All of the file is written, and the import has not ended.
  'catalog.import_read',
] as const
