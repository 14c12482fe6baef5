-- Carts: what a person or an API key wants to buy. A cart checks prices and stock when it is read, and reserves nothing.
create schema cart;

create table cart.carts (
  company_id text not null,
  id text collate "C" not null,
  -- A person, an API key, or the certification whose practice cart this is.
  owner_id text not null,
  -- Increases by one with each change of the cart or of its lines.
  snapshot_version bigint not null,
  -- Counted here, not in the lines: a statement that waited for this row sees its present value, but the lines as they
  -- were when the statement began.
  line_count integer not null,
  currency text not null,
  country text not null,
  checkout_id text,
  checkout_state text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (company_id, id),
  constraint carts_one_per_owner unique (company_id, owner_id)
) with (fillfactor = 70);

-- One function in place of separate checks, which PostgreSQL would plan again for each statement that writes (ADR 27).
create function cart.cart_is_sound(cart cart.carts) returns boolean language plpgsql immutable parallel safe as $$
declare
  broken constant text := case
    when cart.snapshot_version <= 0 then 'carts_snapshot_version_positive'
    when cart.line_count not between 0 and 500 then 'carts_lines_limited'
    when cart.currency !~ '^[A-Z]{3}$' then 'carts_currency_shape'
    when cart.country !~ '^[A-Z]{2}$' then 'carts_country_shape'
    when cart.checkout_state not in ('RESERVED', 'PAYMENT_INITIATED_CART_RECONCILING') then 'carts_checkout_state_known'
    when (cart.checkout_id is null) <> (cart.checkout_state is null) then 'carts_lock_whole'
  end;
begin
  if broken is null then return true; end if;
  raise check_violation using message = format('a row of cart.carts breaks "%s"', broken),
    schema = 'cart', table = 'carts', constraint = broken;
end
$$;

alter table cart.carts add constraint carts_sound check (cart.cart_is_sound(carts));

create table cart.items (
  company_id text not null,
  cart_id text collate "C" not null,
  id text collate "C" not null,
  -- The snapshot version that added the line. It orders the lines, whatever the clocks of the processes say.
  position bigint not null,
  product_id text not null,
  quantity integer not null
    constraint items_quantity_limited check (quantity between 1 and 1000000),
  item_version bigint not null constraint items_version_positive check (item_version > 0),
  -- The price tiers when the line was added, [{"minQuantity": 1, "unitPrice": "2.50"}]. They give the price that was
  -- shown then for each quantity, so a change of quantity does not look like a change of price.
  added_prices jsonb not null,
  added_currency text not null constraint items_currency_shape check (added_currency ~ '^[A-Z]{3}$'),
  added_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (company_id, cart_id, id),
  -- The cart comes last, so that the lines of a cart are always read by the primary key. With the cart in second place
  -- the planner chose this index, and read every line to find one.
  constraint items_one_per_product unique (company_id, product_id, cart_id),
  constraint items_cart foreign key (company_id, cart_id)
    references cart.carts (company_id, id) on delete cascade
) with (fillfactor = 80);

-- Which clients have proved that they follow a contract. A client has a row from its first use of a cart on.
create table cart.contract_validations (
  company_id text not null,
  client_id text not null,
  contract text not null,
  version integer not null,
  status text not null
    constraint contract_validations_status_known check (status in ('UNVALIDATED', 'VALIDATED')),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  validated_at timestamptz,
  primary key (company_id, client_id, contract, version),
  constraint contract_validations_dated check ((status = 'VALIDATED') = (validated_at is not null))
) with (fillfactor = 80);

create index contract_validations_missing
  on cart.contract_validations (contract, version, company_id, client_id)
  where status = 'UNVALIDATED';

create table cart.certifications (
  company_id text not null,
  id text collate "C" not null,
  client_id text not null,
  contract text not null,
  version integer not null,
  state text not null
    constraint certifications_state_known check (state in ('OPEN', 'PASSED', 'FAILED')),
  -- The present step, from 1.
  step integer not null constraint certifications_step_positive check (step > 0),
  -- The client was refused with a conflict, and has or has not read the cart since.
  conflict_open boolean not null,
  refreshed boolean not null,
  observations integer not null,
  failure text,
  opened_at timestamptz not null,
  deadline_at timestamptz not null,
  closed_at timestamptz,
  primary key (company_id, id),
  constraint certifications_closed_dated check ((state = 'OPEN') = (closed_at is null)),
  constraint certifications_failure_named check ((state = 'FAILED') = (failure is not null))
) with (fillfactor = 70);

create unique index certifications_one_open
  on cart.certifications (company_id, client_id, contract) where state = 'OPEN';
create index certifications_by_client
  on cart.certifications (company_id, client_id, contract, opened_at);

create table cart.certification_steps (
  company_id text not null,
  certification_id text collate "C" not null,
  number integer not null,
  task text not null
    constraint certification_steps_task_known
    check (task in ('add_lines', 'change_quantity', 'remove_line', 'clear_cart')),
  -- Set when the practice cart has its lines.
  item_id text,
  quantity integer,
  conflicts_due integer not null,
  conflicts_made integer not null,
  state text not null
    constraint certification_steps_state_known check (state in ('WAITING', 'PASSED', 'FAILED')),
  primary key (company_id, certification_id, number),
  constraint certification_steps_certification foreign key (company_id, certification_id)
    references cart.certifications (company_id, id) on delete cascade
) with (fillfactor = 70);

-- The requests on the practice cart, in their order. Append-only.
create table cart.certification_observations (
  company_id text not null,
  certification_id text collate "C" not null,
  number integer not null,
  step integer not null,
  operation text not null,
  expected_version bigint,
  current_version bigint,
  outcome text not null,
  seen_at timestamptz not null,
  primary key (company_id, certification_id, number),
  constraint certification_observations_certification foreign key (company_id, certification_id)
    references cart.certifications (company_id, id) on delete cascade
);
