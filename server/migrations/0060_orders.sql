-- What a company has bought. Lines keep the texts and prices of that day: the catalogue may move on.
create schema orders;

create table orders.orders (
  company_id text not null references identity.companies,
  id text not null,
  -- One order for one checkout attempt, whoever finishes it and however often.
  checkout_id text,
  payment_id text,
  placed_by text not null,
  state text not null,
  payment_state text not null,
  version integer not null,
  currency text not null,
  total_minor bigint not null,
  po_number text,
  cost_center text,
  note text,
  ship_to jsonb not null,
  bill_to jsonb,
  placed_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (company_id, id),
  constraint orders_one_per_checkout unique (company_id, checkout_id),
  constraint orders_total_not_negative check (total_minor >= 0),
  constraint orders_state_known check (state in (
    'PENDING_APPROVAL', 'PLACED', 'CONFIRMED', 'PARTIALLY_SHIPPED', 'SHIPPED', 'DELIVERED', 'CLOSED',
    'REJECTED', 'CANCELLED')),
  constraint orders_payment_state_known check (payment_state in (
    'UNPAID', 'AUTHORIZED', 'PAID', 'PARTIALLY_REFUNDED', 'REFUNDED', 'FAILED'))
);

create index orders_by_company on orders.orders (company_id, placed_at desc, id desc);
create index orders_by_payment on orders.orders (company_id, payment_id);

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
  unit_price numeric(20, 6) not null,
  total_minor bigint not null,
  primary key (company_id, order_id, line_number),
  constraint lines_order foreign key (company_id, order_id) references orders.orders (company_id, id),
  constraint lines_quantity_positive check (quantity > 0),
  constraint lines_price_not_negative check (unit_price >= 0 and total_minor >= 0)
);

create table orders.timeline (
  company_id text not null,
  order_id text not null,
  -- The order's version that this step made: two steps never share a place.
  version integer not null,
  kind text not null,
  actor_id text,
  details jsonb not null,
  happened_at timestamptz not null,
  primary key (company_id, order_id, version),
  constraint timeline_order foreign key (company_id, order_id) references orders.orders (company_id, id)
);
