-- What becomes of an order's lines: confirmed, cancelled, shipped, delivered, returned. The sums stand on the line, so
-- that one row lock and these checks guard every movement of goods and of the money that goes back for them.
alter table orders.lines
  add column confirmed_at timestamptz,
  add column cancelled_quantity integer not null default 0,
  add column shipped_quantity integer not null default 0,
  add column delivered_quantity integer not null default 0,
  -- Of what was shipped, and did not arrive.
  add column missing_quantity integer not null default 0,
  -- Asked back or taken back: what a refused return gives free again is counted no more.
  add column returned_quantity integer not null default 0,
  -- Of what is missing: asked to be paid back.
  add column claimed_quantity integer not null default 0,
  -- How many pieces were given their money back, or are promised it.
  add column credited_quantity integer not null default 0,
  add column credited_minor bigint not null default 0,
  add constraint lines_shipped_within_ordered
    check (shipped_quantity >= 0 and cancelled_quantity >= 0 and shipped_quantity + cancelled_quantity <= quantity),
  add constraint lines_delivered_within_shipped
    check (delivered_quantity >= 0 and missing_quantity >= 0 and delivered_quantity + missing_quantity <= shipped_quantity),
  add constraint lines_returned_within_delivered
    check (returned_quantity between 0 and delivered_quantity and claimed_quantity between 0 and missing_quantity),
  add constraint lines_credited_within_given_up
    check (credited_quantity between 0 and cancelled_quantity + returned_quantity + claimed_quantity),
  add constraint lines_credited_not_negative check (credited_minor >= 0);

alter table orders.orders
  add column delivered_at timestamptz;

-- Suppliers and operators name an order by its id alone.
create unique index orders_id_unique on orders.orders (id);
create index orders_delivered on orders.orders (delivered_at, id) where state = 'DELIVERED';
create index orders_unconfirmed on orders.orders (placed_at, id) where state = 'PLACED';
-- Ids sort by time: a supplier's newest orders first.
create index lines_by_supplier on orders.lines (supplier_company_id, order_id desc);

create table orders.shipments (
  company_id text not null,
  order_id text not null,
  id text collate "C" not null,
  supplier_company_id text not null,
  carrier text constraint shipments_carrier_short check (length(carrier) <= 100),
  tracking_number text constraint shipments_tracking_number_short check (length(tracking_number) <= 100),
  tracking_url text constraint shipments_tracking_url_short check (length(tracking_url) <= 2000),
  note text constraint shipments_note_short check (length(note) <= 1000),
  shipped_by text not null,
  shipped_at timestamptz not null,
  delivered_at timestamptz,
  delivery_note text constraint shipments_delivery_note_short check (length(delivery_note) <= 1000),
  primary key (company_id, order_id, id),
  constraint shipments_order foreign key (company_id, order_id) references orders.orders (company_id, id)
);

create table orders.shipment_lines (
  company_id text not null,
  order_id text not null,
  shipment_id text collate "C" not null,
  line_number integer not null,
  quantity integer not null constraint shipment_lines_quantity_positive check (quantity > 0),
  -- Said once, when the shipment has arrived. What is damaged has arrived.
  damaged_quantity integer not null default 0,
  missing_quantity integer not null default 0,
  primary key (company_id, order_id, shipment_id, line_number),
  constraint shipment_lines_shipment foreign key (company_id, order_id, shipment_id)
    references orders.shipments (company_id, order_id, id),
  constraint shipment_lines_line foreign key (company_id, order_id, line_number)
    references orders.lines (company_id, order_id, line_number),
  constraint shipment_lines_noted_within_shipped
    check (damaged_quantity >= 0 and missing_quantity >= 0 and damaged_quantity + missing_quantity <= quantity)
);

-- Money that goes back to the buyer. A row before a provider hears of it, and the job that carries it to its end.
create table orders.credits (
  company_id text not null,
  order_id text not null,
  id text collate "C" not null,
  payment_id text not null,
  kind text not null constraint credits_kind_known check (kind in ('CANCELLATION', 'RETURN')),
  state text not null constraint credits_state_known check (state in ('WAITING', 'SETTLED')),
  amount_minor bigint not null constraint credits_amount_positive check (amount_minor > 0),
  currency text not null,
  -- Less than the amount where somebody had refunded the payment by hand before.
  settled_minor bigint,
  -- The refund that is under way or was made; none where a promise was released instead.
  refund_id text,
  requested_by text not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  available_at timestamptz not null,
  attempts integer not null default 0,
  lease_token text,
  lease_until timestamptz,
  last_error text,
  primary key (company_id, id),
  constraint credits_order foreign key (company_id, order_id) references orders.orders (company_id, id),
  constraint credits_settled_when_said
    check ((state = 'SETTLED') = (settled_at is not null) and (state = 'SETTLED') = (settled_minor is not null)),
  constraint credits_settled_within_amount check (settled_minor between 0 and amount_minor),
  constraint credits_lease_whole check ((lease_token is null) = (lease_until is null))
);

create index credits_by_order on orders.credits (company_id, order_id, id);
create index credits_due on orders.credits (available_at, id) where state = 'WAITING';

create table orders.returns (
  company_id text not null,
  order_id text not null,
  id text collate "C" not null,
  supplier_company_id text not null,
  state text not null
    constraint returns_state_known check (state in ('REQUESTED', 'RECEIVED', 'ACCEPTED', 'REFUSED')),
  note text constraint returns_note_short check (length(note) <= 1000),
  requested_by text not null,
  requested_at timestamptz not null,
  received_at timestamptz,
  decided_at timestamptz,
  decision_note text constraint returns_decision_note_short check (length(decision_note) <= 1000),
  restocked boolean,
  credit_id text,
  primary key (company_id, order_id, id),
  constraint returns_order foreign key (company_id, order_id) references orders.orders (company_id, id),
  constraint returns_decided_when_said check ((state in ('ACCEPTED', 'REFUSED')) = (decided_at is not null))
);

create table orders.return_lines (
  company_id text not null,
  order_id text not null,
  return_id text collate "C" not null,
  line_number integer not null,
  reason text not null constraint return_lines_reason_known check (reason in (
    'DAMAGED', 'DEFECTIVE', 'WRONG_ITEM', 'NOT_AS_DESCRIBED', 'NOT_NEEDED', 'MISSING', 'OTHER')),
  quantity integer not null constraint return_lines_quantity_positive check (quantity > 0),
  accepted_quantity integer,
  primary key (company_id, order_id, return_id, line_number),
  constraint return_lines_return foreign key (company_id, order_id, return_id)
    references orders.returns (company_id, order_id, id),
  constraint return_lines_line foreign key (company_id, order_id, line_number)
    references orders.lines (company_id, order_id, line_number),
  constraint return_lines_accepted_within_quantity check (accepted_quantity between 0 and quantity)
);

-- A promise on net terms may be released in parts, before the rest of it is charged.
alter table payments.payments
  drop constraint payments_state_fits_sums,
  add constraint payments_state_fits_sums check (
    case state
      when 'INITIATED' then authorized_minor = 0
      when 'PENDING' then authorized_minor = 0
      when 'FAILED' then authorized_minor = 0
      when 'AUTHORIZED' then authorized_minor > voided_minor and captured_minor = 0
      when 'VOIDED' then captured_minor = 0 and voided_minor = authorized_minor
      when 'SUCCEEDED' then captured_minor > 0 and refunded_minor = 0
      when 'PARTIALLY_REFUNDED' then refunded_minor > 0 and refunded_minor < captured_minor
      else captured_minor > 0 and refunded_minor = captured_minor
    end);

create unique index ledger_kind_taken_once on payments.ledger (company_id, payment_id, kind)
  where kind in ('AUTHORIZED', 'CAPTURED');
drop index payments.ledger_kind_once;
