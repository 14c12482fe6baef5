/**
 * Every place where a test may end the process. The comment of a name says what has happened there. A name may be in
 * several functions that reach the same point.
 */
export const crashPointNames = [
  // The numbers are written and not committed.
  'outbox.events.numbered',
  // A subscription has recorded events. Neither they nor its position are committed.
  'outbox.events.recorded',
  // An event is set aside. Neither that nor the move past it is committed.
  'outbox.event.set_aside',
  // An event that was set aside is recorded. Neither that nor the end of its row is committed.
  'outbox.set_aside.recorded',
  // Deliveries are claimed and nothing is sent.
  'webhooks.deliveries_claimed',
  // The receiver has answered, and the answer is not stored.
  'webhooks.delivery_answered',
  // Attempts are recorded, and the state of their endpoints is not updated.
  'webhooks.attempts_recorded',
  // Runs are claimed and no step has begun.
  'automations.runs_claimed',
  // The condition is true and no action has begun.
  'automations.run_begun',
  // An action and its step are written and not committed.
  'automations.step_written',
  // The receiver of a call has answered, and the answer is not stored.
  'automations.call_answered',
  // A step is committed and the next one is not begun.
  'automations.step_done',
  // The result of a run is committed.
  'automations.run_settled',
  // A schedule has enqueued its job. Neither the job nor the next time is committed.
  'jobs.schedule.fired',
  // The claim is committed and no work has begun.
  'jobs.job.claimed',
  // All work is done and its end is not stored.
  'jobs.job.handled',
  // The stock is reserved and nothing is committed.
  'checkout.stock_reserved',
  // The whole reservation is written and nothing is committed.
  'checkout.attempt_inserted',
  // The reservation is committed and the buyer has no answer.
  'checkout.reserved',
  // The payment has a row and the provider has no intent.
  'checkout.payment_opened',
  // The provider was called and the attempt is not settled.
  'checkout.payment_handed_over',
  // The order is written and nothing is committed.
  'checkout.order_recorded',
  // The cart is freed and nothing is committed.
  'checkout.cart_reconciled',
  // The attempt has ended and the buyer has no answer.
  'checkout.settled',
  // A sweeper has claimed attempts and done nothing with them.
  'checkout.attempts_claimed',
  // The payment is read and the provider has not been called.
  'payments.handover.begun',
  // The provider has the intent and we have not stored that.
  'payments.handover.intent_created',
  'payments.handover.recorded',
  'payments.cancel.begun',
  // The provider has cancelled and we have not stored that.
  'payments.cancel.provider_done',
  'payments.capture.begun',
  // The provider has captured and we have not stored that.
  'payments.capture.provider_done',
  // The amount of the refund is reserved and the provider has not been called.
  'payments.refund.promised',
  'payments.refund.promised_in_full',
  // The provider has refunded and we have not stored that.
  'payments.refund.provider_done',
  'payments.refund.settled',
  // Searches are claimed and no work has begun.
  'catalog.searches_claimed',
  // A batch of products is published and their quotes are not.
  'catalog.search_batch_published',
  // Every source has ended and the search is still running.
  'catalog.search_sources_done',
  // The dates that have come have their runs, and no order is placed.
  'standing.dates_planned',
  // The order of a date is committed, and the worker has not let go.
  'standing.date_tried',
  // The money is owed, and no payment has moved.
  'orders.cancellation.committed',
  // A supplier's answer is committed, and the money of the rejected lines has not gone back.
  'orders.answer.committed',
  // The decision on a proposal is committed, and the money of fewer pieces has not gone back.
  'orders.decision.committed',
  // The supplier has accepted a requested change, and the money of fewer pieces has not gone back.
  'orders.change_request.committed',
  // An order has more of a line, with its stock, budgets and credit, and that is not committed.
  'orders.raise.covered',
  // Everybody has approved a raise, the order has it, and that is not committed.
  'orders.raise.bound',
  // Everybody has approved a raise, its buyer has to pay, and that is not committed.
  'orders.raise.left_to_payer',
  // The payment for a change of an order is stored, and its provider does not know it.
  'orders.supplement.opened',
  // It is captured, and its change does not bind yet.
  'orders.supplement.captured',
  // The change cannot bind any more, and the payment has not gone back.
  'orders.supplement.ended',
  // The refunds of a payment are committed, and no provider has been called for them.
  'orders.credit.given_back',
  // The provider was called for a credit, and the result is not stored.
  'orders.credit.refund_driven',
  // The price of an order is reduced by the refund, and that is not committed.
  'orders.price_reduction.written',
  // Arrived stock is given to a line that waited, and that is not committed.
  'orders.backorder.taken',
  // A line that waited has its stock, and the worker looks for the next one.
  'orders.backorder.served',
  // An approver has lowered quantities, and that is not committed.
  'orders.reduction.written',
  // The reduction is committed, and the approver has no answer.
  'orders.reduction.committed',
  // The last approver has approved, and the order has not moved.
  'approvals.agreed',
  // The card is charged, and the order is not placed.
  'approvals.captured',
  // The order is placed or given up, and no answer was sent.
  'approvals.carried',
  // The price of a click is taken from the budget of its day, and that is not committed.
  'ads.click_taken',
  // A click is charged, and the person who clicked has no answer.
  'ads.click_charged',
  // An event is applied and not committed.
  'payments.event.applied',
  // A batch of a catalogue file is written and not committed.
  'catalog.import_batch_written',
  // A batch is committed, and the next one has not begun.
  'catalog.import_batch_committed',
  // The whole file is written, and the import has not ended.
  'catalog.import_read',
  // A message is stored, and the buyer has no answer.
  'chat.message_stored',
  // Sessions are claimed and no extraction has begun.
  'chat.extractions_claimed',
  // The extraction has begun and the companion was not called.
  'chat.extraction_begun',
  // The companion has answered, and the brief is not written.
  'chat.extraction_answered',
  // The brief is committed and the worker has not let go.
  'chat.extraction_written',
  // The searches of a confirmed brief are written and not committed.
  'chat.searches_written',
  // The confirmation is committed and the buyer has no answer.
  'chat.brief_confirmed',
  // Confirmed sessions are claimed, and their searches were not looked at.
  'chat.finalizations_claimed',
  // The matches are written and not committed.
  'chat.matches_written',
] as const
