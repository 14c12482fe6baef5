-- Orders: what a company has bought, and what becomes of it. Lines keep the texts and prices of the day of the order,
-- whatever the catalogue says later.
create schema orders;

create table orders.orders (
  company_id text not null references identity.companies,
  id text not null,
  -- A checkout attempt becomes one order, whoever finishes it and however often.
  checkout_id text,
  payment_id text,
  placed_by text not null,
  state text not null,
  payment_state text not null,
  version integer not null,
  currency text not null,
  -- The amounts, all or none of them. Null: the order was not taxed here, which is different from zero.
  goods_minor bigint,
  discount_minor bigint,
  shipping_minor bigint,
  tax_minor bigint,
  -- [{category, rate, reasonCode?, taxableMinor, taxMinor}]: amounts as text, as an EN 16931 invoice adds them up.
  tax_breakdown jsonb,
  total_minor bigint not null,
  -- What was taken off the order, and by which contract. Null: nothing.
  discounts jsonb,
  -- [{supplierCompanyId, parcel, methodId, name, kind, leadTimeDays, amountMinor, tax}]. Null: no shipping methods.
  shipping jsonb,
  po_number text,
  cost_center text,
  note text,
  ship_to jsonb not null,
  bill_to jsonb,
  -- [{number, shipTo, requestedDate?, costCenter?}]. Null: everything goes to `ship_to`.
  deliveries jsonb,
  -- Who bought and who sells, as they were when the taxes were computed: names, VAT ids and addresses. The documents of
  -- the order state them, however late they are issued.
  parties jsonb,
  -- A supplier sees an order only after its approval.
  concealed boolean not null default false,
  -- The company stops its order: nothing of it is approved, confirmed or shipped until somebody releases it.
  held_at timestamptz,
  held_by text,
  -- The part of the shipping costs that went back, with its tax: with the last piece of a parcel, and at the end with
  -- the order.
  shipping_credited_minor bigint not null default 0,
  -- Price reductions: money that goes back although the goods stay, for example by a manual refund. This is the sum of
  -- all of them. The lines have their parts.
  reduced_minor bigint not null default 0,
  -- The part of them that belongs to shipping costs: for each supplier and delivery (from 0) the amount.
  shipping_reduced jsonb,
  placed_at timestamptz not null,
  delivered_at timestamptz,
  updated_at timestamptz not null,
  primary key (company_id, id),
  constraint orders_one_per_checkout unique (company_id, checkout_id)
);

-- One function in place of separate checks, which PostgreSQL would plan again for each statement that writes (ADR 27).
-- Of payments that did not succeed, VOIDED were given up by the buyer or by us. FAILED were refused by the payer, the
-- bank or the provider.
create function orders.order_is_sound(placed orders.orders) returns boolean language plpgsql immutable parallel safe as $$
declare
  broken constant text := case
    when placed.state not in ('PENDING_APPROVAL', 'PLACED', 'CONFIRMED', 'PARTIALLY_SHIPPED', 'SHIPPED', 'DELIVERED', 'CLOSED', 'REJECTED', 'CANCELLED') then 'orders_state_known'
    when placed.payment_state not in ('UNPAID', 'AUTHORIZED', 'PAID', 'PARTIALLY_REFUNDED', 'REFUNDED', 'VOIDED', 'FAILED') then 'orders_payment_state_known'
    when placed.total_minor < 0 then 'orders_total_not_negative'
    when num_nonnulls(placed.goods_minor, placed.discount_minor, placed.shipping_minor, placed.tax_minor, placed.tax_breakdown) not in (0, 5) then 'orders_amounts_whole'
    when placed.total_minor <> placed.goods_minor - placed.discount_minor + placed.shipping_minor + placed.tax_minor then 'orders_amounts_add_up'
    when jsonb_typeof(placed.discounts) <> 'array' then 'orders_discounts_list'
    when (placed.held_at is null) <> (placed.held_by is null) then 'orders_held_by_somebody'
    when placed.reduced_minor < 0 then 'orders_reduced_not_negative'
    when placed.shipping_credited_minor < 0 then 'orders_shipping_credited_not_negative'
  end;
begin
  if broken is null then return true; end if;
  raise check_violation using message = format('a row of orders.orders breaks "%s"', broken),
    schema = 'orders', table = 'orders', constraint = broken;
end
$$;

alter table orders.orders add constraint orders_sound check (orders.order_is_sound(orders));

-- Suppliers and operators name an order by its id alone.
create unique index orders_id_unique on orders.orders (id);
create index orders_by_company on orders.orders (company_id, placed_at desc, id desc);
create index orders_by_states on orders.orders (company_id, state, payment_state, placed_at desc, id desc);
create index orders_by_payment on orders.orders (company_id, payment_id);
create index orders_by_po_number on orders.orders (po_number, company_id, placed_at desc, id desc)
  where po_number is not null;
create index orders_delivered on orders.orders (delivered_at, id) where state = 'DELIVERED';
-- Operators see the orders that take too long to be confirmed or shipped.
create index orders_unconfirmed on orders.orders (placed_at, id) where state = 'PLACED';
create index orders_unshipped on orders.orders (placed_at, id) where state in ('CONFIRMED', 'PARTIALLY_SHIPPED');

create table orders.lines (
  company_id text not null,
  order_id text not null,
  line_number integer not null,
  product_id text not null,
  supplier_company_id text not null,
  sku text not null,
  mpn text not null,
  name text not null,
  brand text not null,
  quantity integer not null,
  -- UN/ECE Recommendation 20. `unit_price` is the price of `per_quantity` units.
  unit text not null default 'C62',
  per_quantity integer not null default 1
    constraint lines_per_quantity_limited check (per_quantity between 1 and 1000000),
  unit_price numeric(20, 6) not null,
  total_minor bigint not null,
  discount_minor bigint,
  -- UNCL5305, as EN 16931 restricts it.
  tax_category text,
  tax_rate numeric(7, 4),
  tax_minor bigint,
  -- VATEX: why there is no tax.
  tax_reason text,
  -- The country of the tax. An invoice states the tax also in the currency of that country. Null: in the currency of the
  -- order alone.
  tax_country text,
  -- A line in another currency than its supplier's keeps the rate of its conversion, so that an old order never uses
  -- today's rate. Null: not converted. The rate set is in fx.rate_sets and never changes.
  rate_set_id text,
  -- Units of the order's currency for one unit of the supplier's, with all digits of the computation.
  rate numeric,
  rate_from text,
  rate_to text,
  -- The delivery of the order that the line belongs to, from 1. Null: there is only one.
  delivery integer,
  cost_center text,
  po_number text,
  confirmed_at timestamptz,
  -- The sums of the line's movements. They stand here so that one row lock and one check guard each movement of goods,
  -- and of the money that goes back for them.
  cancelled_quantity integer not null default 0,
  shipped_quantity integer not null default 0,
  delivered_quantity integer not null default 0,
  -- Shipped, and did not arrive.
  missing_quantity integer not null default 0,
  -- The buyer asked to return them, or returned them. A refused return does not count.
  returned_quantity integer not null default 0,
  -- Missing, and the buyer asked for the money back.
  claimed_quantity integer not null default 0,
  -- Pieces whose money went back or is promised.
  credited_quantity integer not null default 0,
  credited_minor bigint not null default 0,
  -- Price reductions of pieces that have not left, which their invoice contains, and of pieces that have left, for which
  -- there is a credit note. A reduction goes with its pieces when they are cancelled or returned, so that no money goes
  -- back twice.
  reduced_open_minor bigint not null default 0,
  reduced_kept_minor bigint not null default 0,
  primary key (company_id, order_id, line_number),
  constraint lines_order foreign key (company_id, order_id) references orders.orders (company_id, id)
);

create function orders.line_is_sound(line orders.lines) returns boolean language plpgsql immutable parallel safe as $$
declare
  broken constant text := case
    when line.quantity <= 0 then 'lines_quantity_positive'
    when line.delivery <= 0 then 'lines_delivery_positive'
    when line.unit_price < 0 or line.total_minor < 0 then 'lines_price_not_negative'
    when num_nonnulls(line.rate_set_id, line.rate, line.rate_from, line.rate_to) not in (0, 4) or line.rate <= 0 then 'lines_conversion_whole'
    when line.tax_category not in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O') then 'lines_tax_category_known'
    when num_nonnulls(line.discount_minor, line.tax_category, line.tax_rate, line.tax_minor) not in (0, 4) then 'lines_tax_whole'
    when line.shipped_quantity < 0 or line.cancelled_quantity < 0
      or line.shipped_quantity + line.cancelled_quantity > line.quantity then 'lines_shipped_within_ordered'
    when line.delivered_quantity < 0 or line.missing_quantity < 0
      or line.delivered_quantity + line.missing_quantity > line.shipped_quantity then 'lines_delivered_within_shipped'
    when line.returned_quantity < 0 or line.returned_quantity > line.delivered_quantity
      or line.claimed_quantity < 0 or line.claimed_quantity > line.missing_quantity then 'lines_returned_within_delivered'
    when line.credited_quantity < 0
      or line.credited_quantity > line.cancelled_quantity + line.returned_quantity + line.claimed_quantity then 'lines_credited_within_given_up'
    when line.credited_minor < 0 then 'lines_credited_not_negative'
    when line.reduced_open_minor < 0 or line.reduced_kept_minor < 0 then 'lines_reduced_not_negative'
  end;
begin
  if broken is null then return true; end if;
  raise check_violation using message = format('a row of orders.lines breaks "%s"', broken),
    schema = 'orders', table = 'lines', constraint = broken;
end
$$;

alter table orders.lines add constraint lines_sound check (orders.line_is_sound(lines));

-- The newest orders of a supplier come first. Ids sort by time.
create index lines_by_supplier on orders.lines (supplier_company_id, order_id desc);
-- Few lines have a number of their own, so most orders write nothing here.
create index lines_by_po_number on orders.lines (po_number, company_id, order_id desc) where po_number is not null;

create table orders.timeline (
  company_id text not null,
  order_id text not null,
  -- The version of the order after the step: no two steps share a place.
  version integer not null,
  kind text not null,
  actor_id text,
  details jsonb not null,
  happened_at timestamptz not null,
  primary key (company_id, order_id, version),
  constraint timeline_order foreign key (company_id, order_id) references orders.orders (company_id, id)
);

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
  -- Reported once, when the shipment has arrived. A damaged piece has arrived.
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

-- Money that goes back to the buyer. It is a row before a provider is asked, and the job that completes it.
create table orders.credits (
  company_id text not null,
  order_id text not null,
  id text collate "C" not null,
  payment_id text not null,
  -- DISPUTE: pieces were given up while a bank had the money. The money is owed when the bank has returned it.
  kind text not null constraint credits_kind_known check (kind in ('CANCELLATION', 'RETURN', 'DISPUTE')),
  -- REFUSED: the provider has refused too often, so an operator decides how the money goes back.
  state text not null constraint credits_state_known check (state in ('WAITING', 'REFUSED', 'SETTLED')),
  amount_minor bigint not null constraint credits_amount_positive check (amount_minor > 0),
  currency text not null,
  -- Less than the amount if somebody refunded the payment manually before.
  settled_minor bigint,
  -- The refund that is under way or was made. Null if a promise was released.
  refund_id text,
  refusals integer not null default 0 constraint credits_refusals_not_negative check (refusals >= 0),
  requested_by text not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  available_at timestamptz not null,
  attempts integer not null default 0,
  lease_token text,
  lease_until timestamptz,
  deaths smallint not null default 0,
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
create index credits_refused on orders.credits (created_at, id) where state = 'REFUSED';
create index credits_after_deaths on orders.credits (id) where deaths >= 2;

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

-- How many mails about its orders a company has sent in an hour, so that nobody gets a flood of them. Rows of the last
-- two days.
create table orders.letter_hours (
  company_id text not null,
  hour timestamptz not null,
  mails integer not null constraint letter_hours_counted check (mails >= 0),
  primary key (company_id, hour)
);
