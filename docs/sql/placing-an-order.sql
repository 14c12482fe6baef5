-- From the checkout to the placed order.
-- Written by `npm run sql`. Do not edit: change the function that a comment names, then run it again.
-- The statements stand in the order in which the service sends them. Each is shown once; "As above" stands for a repetition.

----------------------------------------------------------------------------------------------------
-- POST /api/v1/checkout: reserves the stock
----------------------------------------------------------------------------------------------------

begin;

-- Locks the cart for the checkout, if it is free and has the version that the buyer has seen.
-- lockCart in server/src/modules/purchasing/cart/checkout-store.ts
with
  held as materialized (
    select
      id,
      snapshot_version,
      line_count,
      checkout_id,
      currency,
      country,
      unit_id
    from
      cart.carts
    where
      company_id = $1
      and owner_id = $2
    for no key update
  ),
  taken as (
    update cart.carts c
    set
      checkout_id = $3,
      checkout_state = 'RESERVED'
    from
      held
    where
      c.company_id = $4
      and c.id = held.id
      and held.checkout_id is null
      and held.snapshot_version = $5::bigint
      and held.line_count > 0
    returning
      c.id,
      c.snapshot_version
  )
select
  held.id,
  held.snapshot_version,
  held.currency,
  held.country,
  held.unit_id,
  taken.id is not null as locked,
  case
    when taken.snapshot_version = (
      select
        snapshot_version
      from
        cart.carts
      where
        company_id = $6
        and owner_id = $7
    ) then coalesce(
      (
        select
          json_agg(
            json_build_object(
              'item_id',
              i.id,
              'product_id',
              i.product_id,
              'quantity',
              i.quantity,
              'item_version',
              i.item_version,
              'added_prices',
              i.added_prices,
              'added_currency',
              i.added_currency,
              'allocations',
              i.allocations,
              'requested_date',
              i.requested_date,
              'address_id',
              i.address_id
            )
            order by
              i.position
          )
        from
          cart.items i
        where
          i.company_id = $8
          and i.cart_id = held.id
      ),
      '[]'
    )
  end as lines
from
  held
  left join taken on true;

-- Reads price, stock and conditions of products, at the prices of the company.
-- readOffers in server/src/modules/catalogue/products/reading/offer-store.ts
select
  p.id,
  p.supplier_company_id,
  s.name as supplier_name,
  p.sku,
  p.mpn,
  coalesce(p.texts -> $1::text ->> 'name', p.name) as name,
  case
    when p.texts -> $2::text ? 'name' then $3::text
    else p.language
  end as language,
  p.brand,
  p.state,
  p.version,
  p.unit,
  p.moq,
  p.multiple,
  p.lead_time_days,
  p.ship_to,
  p.list_price,
  p.per_quantity,
  p.contents,
  p.currency,
  p.sample,
  coalesce(p.tax_class, c.tax_class, 'standard') as tax_class,
  coalesce(greatest(k.on_hand - k.backordered, 0), 0) as for_sale,
  coalesce(k.backordered, 0) as backordered,
  p.backorder,
  (
    select
      coalesce(
        jsonb_agg(
          jsonb_build_array(t.min_quantity, t.unit_price::text)
          order by
            t.min_quantity
        ),
        '[]'
      )
    from
      products.price_tiers t
    where
      t.product_id = p.id
  ) as tiers,
  null::jsonb as agreed,
  (
    select
      last_value
    from
      products.terms_revision
  ) as revision
from
  products.products p
  join products.suppliers s on s.id = p.supplier_company_id
  join products.categories c on c.id = p.category_id
  left join products.stock k on k.product_id = p.id
where
  "p"."id" in ($4, $5)
  and not p.by_agreement;

-- Reserves the stock of all lines, or of none.
-- takeStock in server/src/modules/catalogue/products/stock/stock-store.ts
with
  requested as materialized (
    select
      *
    from
      unnest(
        (
          select
            $1::text[]
        )::text[],
        (
          select
            $2::bigint[]
        )
      ) as w (product_id, quantity)
  ),
  locked as materialized (
    select
      product_id,
      on_hand,
      backordered
    from
      products.stock
    where
      product_id = any (
        (
          select
            $3::text[]
        )::text[]
      )
    order by
      product_id
    for update
  ),
  judged as materialized (
    select
      w.product_id,
      w.quantity,
      coalesce(greatest(l.on_hand - l.backordered, 0), 0) as for_sale,
      coalesce(l.backordered, 0) as backordered
    from
      requested w
      left join locked l using (product_id)
  ),
  moved as (
    update products.stock s
    set
      on_hand = s.on_hand - j.quantity,
      "reserved" = s."reserved" + j.quantity,
      updated_at = $4::timestamptz
    from
      judged j
    where
      s.product_id = j.product_id
      and not exists (
        select
          1
        from
          judged
        where
          for_sale < quantity
      )
    returning
      1
  )
select
  product_id,
  quantity,
  for_sale,
  backordered,
  (
    select
      count(*)
    from
      moved
  ) as moved
from
  judged
order by
  product_id;

-- Reads the company's active budgets.
-- listActiveBudgets in server/src/modules/purchasing/budgets/budget-store.ts
select
  *
from
  "budgets"."budgets"
where
  "company_id" = $1
  and "active" = $2
order by
  "id"
limit
  $3;

-- Reads the quotas of the company's frame contracts. Cached afterwards.
-- listQuotasInForce in server/src/modules/purchasing/quotas/quota-store.ts
select
  q.*,
  c.valid_from,
  c.valid_until
from
  quotas.quotas q
  join products.contracts c on c.id = q.contract_id
  and c.state = 'ACTIVE'
where
  q.company_id = $1
  and c.buyer_company_id = $2
order by
  q.id;

-- Writes all the rest of the transaction in one statement, and commits with it: the checkout and its snapshot.
-- startCheckout in server/src/modules/purchasing/checkout/placing/start-checkout.ts
with
  "key_0" as (
    insert into
      platform.idempotency (company_id, actor_id, key, fingerprint, result_id, answer, created_at)
    values
      ($1, $2, $3, $4, $5, $6, $7)
  ),
  "attempt" as (
    insert into
      "checkout"."attempts" (
        "company_id",
        "id",
        "owner_id",
        "cart_id",
        "snapshot",
        "currency",
        "total_minor",
        "created_at",
        "reserved_until",
        "attempts",
        "budgeted",
        "state",
        "payment_id",
        "payment_initiated_at",
        "approval",
        "order_id",
        "ended_at",
        "failure_code",
        "failure_message",
        "available_at"
      )
    select
      "company_id",
      "id",
      "owner_id",
      "cart_id",
      "snapshot",
      "currency",
      "total_minor",
      "created_at",
      "reserved_until",
      "attempts",
      "budgeted",
      "state",
      "payment_id",
      "payment_initiated_at",
      "approval",
      "order_id",
      "ended_at",
      "failure_code",
      "failure_message",
      "available_at"
    from
      json_populate_recordset(null::"checkout"."attempts", $8::json)
  )
select;

commit;

----------------------------------------------------------------------------------------------------
-- POST /api/v1/checkout/{checkoutId}/payment by invoice: makes the order
----------------------------------------------------------------------------------------------------

begin;

-- Locks the checkout: whoever ends it does so alone.
-- lockAttempt in server/src/modules/purchasing/checkout/store.ts
select
  *
from
  "checkout"."attempts"
where
  "company_id" = $1
  and "id" = $2
for update;

-- Reads the company's approval rules.
-- listRules in server/src/modules/purchasing/approvals/rules/rule-store.ts
select
  *
from
  "approvals"."rules"
where
  "company_id" = $1
order by
  "position",
  "id"
limit
  $2;

-- Turns the reserved stock into sold stock.
-- commitReservedStock in server/src/modules/catalogue/products/stock/stock-store.ts
with
  requested as materialized (
    select
      *
    from
      unnest(
        (
          select
            $1::text[]
        )::text[],
        (
          select
            $2::bigint[]
        )
      ) as w (product_id, quantity)
  ),
  locked as materialized (
    select
      product_id,
      on_hand,
      backordered
    from
      products.stock
    where
      product_id = any (
        (
          select
            $3::text[]
        )::text[]
      )
    order by
      product_id
    for update
  )
update products.stock s
set
  reserved = s.reserved - w.quantity,
  committed = s.committed + w.quantity,
  updated_at = $4::timestamptz
from
  requested w
  join locked l using (product_id)
where
  s.product_id = w.product_id
  and s.reserved >= w.quantity;

-- Takes the amount off the credit of the company, if enough is left.
-- takeCredit in server/src/modules/purchasing/payments/credit/credit-account-store.ts
with
  taken as (
    update payments.credit_accounts
    set
      used_minor = used_minor + $1,
      changed_at = $2
    where
      company_id = $3
      and currency = $4
      and state = 'OPEN'
      and limit_minor - used_minor >= $5
    returning
      company_id,
      currency,
      net_days,
      unallocated_minor
  ),
  entered as (
    insert into
      payments.credit_entries (company_id, currency, kind, amount_minor, payment_id, recorded_at)
    select
      company_id,
      currency,
      'TAKEN',
      $6,
      $7,
      $8
    from
      taken
  ),
  owed as (
    insert into
      payments.debts (company_id, currency, payment_id, net_days, owed_minor)
    select
      company_id,
      currency,
      $9,
      net_days,
      $10
    from
      taken
  )
select
  net_days,
  unallocated_minor
from
  taken;

-- Takes the next number of the company for orders.
-- takeNumber in server/src/modules/people/numbering/series-store.ts
select
  numbering.take_number ($1 /* company_id */, $2, $3::timestamptz) as number;

-- Writes all the rest of the transaction in one statement, and commits with it.
-- openPayment in server/src/modules/purchasing/checkout/paying/start-payment.ts
with
  "key_0" as (
    insert into
      platform.idempotency (company_id, actor_id, key, fingerprint, result_id, answer, created_at)
    values
      ($1, $2, $3, $4, $5, $6, $7)
  ),
  "payment" as (
    insert into
      "payments"."payments" (
        "state",
        "amount_minor",
        "authorized_minor",
        "captured_minor",
        "voided_minor",
        "refunded_minor",
        "refunding_minor",
        "paid_out_minor",
        "charged_back_minor",
        "redirect_url",
        "provider_reference",
        "failure_reason",
        "company_id",
        "id",
        "payer_id",
        "checkout_id",
        "order_id",
        "method",
        "provider",
        "capture_method",
        "currency",
        "return_url",
        "due_on",
        "net_days",
        "created_at",
        "changed_at",
        "expires_at",
        "version",
        "available_at",
        "attempts",
        "deaths",
        "lease_token",
        "lease_until"
      )
    select
      "state",
      "amount_minor",
      "authorized_minor",
      "captured_minor",
      "voided_minor",
      "refunded_minor",
      "refunding_minor",
      "paid_out_minor",
      "charged_back_minor",
      "redirect_url",
      "provider_reference",
      "failure_reason",
      "company_id",
      "id",
      "payer_id",
      "checkout_id",
      "order_id",
      "method",
      "provider",
      "capture_method",
      "currency",
      "return_url",
      "due_on",
      "net_days",
      "created_at",
      "changed_at",
      "expires_at",
      "version",
      "available_at",
      "attempts",
      "deaths",
      "lease_token",
      "lease_until"
    from
      json_populate_recordset(null::"payments"."payments", $8::json)
  ),
  "ledger" as (
    insert into
      "payments"."ledger" ("company_id", "payment_id", "kind", "amount_minor", "currency", "refund_id", "recorded_at")
    select
      "company_id",
      "payment_id",
      "kind",
      "amount_minor",
      "currency",
      "refund_id",
      "recorded_at"
    from
      json_populate_recordset(null::"payments"."ledger", $9::json)
  ),
  "emitted" as (
    insert into
      platform.events (company_id, id, type, version, occurred_at, entity_type, entity_id, entity_version, data, cause)
    select
      e.company_id,
      e.id,
      e.type,
      e.version,
      e.occurred_at,
      e.entity_type,
      e.entity_id,
      e.entity_version,
      e.data::jsonb,
      e.cause::jsonb
    from
      unnest(
        $10::text[],
        $11::text[],
        $12::text[],
        $13::integer[],
        $14::timestamptz[],
        $15::text[],
        $16::text[],
        $17::bigint[],
        $18::text[],
        $19::text[]
      ) with ordinality as e (
        company_id,
        id,
        type,
        version,
        occurred_at,
        entity_type,
        entity_id,
        entity_version,
        data,
        cause,
        place
      )
    order by
      e.place
  ),
  "placed" as (
    insert into
      "orders"."orders" (
        "company_id",
        "id",
        "number",
        "checkout_id",
        "payment_id",
        "supplier_ids",
        "placed_by",
        "requested_by",
        "unit_id",
        "contracts",
        "state",
        "payment_state",
        "version",
        "currency",
        "total_minor",
        "goods_minor",
        "discount_minor",
        "shipping_minor",
        "tax_minor",
        "tax_breakdown",
        "discounts",
        "shipping",
        "deliveries",
        "po_number",
        "cost_center",
        "note",
        "ship_to",
        "bill_to",
        "parties",
        "placed_at",
        "updated_at",
        "delivered_at",
        "concealed"
      )
    select
      "company_id",
      "id",
      "number",
      "checkout_id",
      "payment_id",
      "supplier_ids",
      "placed_by",
      "requested_by",
      "unit_id",
      "contracts",
      "state",
      "payment_state",
      "version",
      "currency",
      "total_minor",
      "goods_minor",
      "discount_minor",
      "shipping_minor",
      "tax_minor",
      "tax_breakdown",
      "discounts",
      "shipping",
      "deliveries",
      "po_number",
      "cost_center",
      "note",
      "ship_to",
      "bill_to",
      "parties",
      "placed_at",
      "updated_at",
      "delivered_at",
      "concealed"
    from
      json_populate_recordset(null::"orders"."orders", $20::json)
  ),
  "listed" as (
    insert into
      "orders"."lines" (
        "company_id",
        "order_id",
        "line_number",
        "product_id",
        "supplier_company_id",
        "sku",
        "mpn",
        "name",
        "brand",
        "quantity",
        "unit_price",
        "per_quantity",
        "unit",
        "total_minor",
        "rate_set_id",
        "rate",
        "rate_from",
        "rate_to",
        "rate_as_of",
        "discount_minor",
        "tax_category",
        "tax_rate",
        "tax_minor",
        "tax_reason",
        "tax_country",
        "delivery",
        "cost_center",
        "po_number",
        "gl_account",
        "project",
        "allocations",
        "requested_date",
        "negotiated_price",
        "promised_date",
        "agreed_date",
        "backordered_at",
        "waiting_quantity"
      )
    select
      "company_id",
      "order_id",
      "line_number",
      "product_id",
      "supplier_company_id",
      "sku",
      "mpn",
      "name",
      "brand",
      "quantity",
      "unit_price",
      "per_quantity",
      "unit",
      "total_minor",
      "rate_set_id",
      "rate",
      "rate_from",
      "rate_to",
      "rate_as_of",
      "discount_minor",
      "tax_category",
      "tax_rate",
      "tax_minor",
      "tax_reason",
      "tax_country",
      "delivery",
      "cost_center",
      "po_number",
      "gl_account",
      "project",
      "allocations",
      "requested_date",
      "negotiated_price",
      "promised_date",
      "agreed_date",
      "backordered_at",
      "waiting_quantity"
    from
      json_populate_recordset(null::"orders"."lines", $21::json)
  ),
  "begun" as (
    insert into
      "orders"."timeline" ("company_id", "order_id", "version", "kind", "actor_id", "details", "happened_at")
    select
      "company_id",
      "order_id",
      "version",
      "kind",
      "actor_id",
      "details",
      "happened_at"
    from
      json_populate_recordset(null::"orders"."timeline", $22::json)
  ),
  "cart_lines_0" as (
    delete from cart.items i using cart.carts c
    where
      c.company_id = $23
      and c.id = $24
      and c.checkout_id = $25
      and i.company_id = c.company_id
      and i.cart_id = c.id
      and i.id = any ($26::text[])
    returning
      i.id
  ),
  "cart_left_0" as (
    update cart.carts c
    set
      snapshot_version = snapshot_version + 1,
      line_count = line_count - (
        select
          count(*)
        from
          "cart_lines_0"
      )::integer,
      checkout_id = null,
      checkout_state = null,
      changed_at = $27
    where
      c.company_id = $28
      and c.id = $29
      and c.checkout_id = $30
  ),
  "attempt_moved_0" as (
    update checkout.attempts
    set
      state = $31,
      payment_id = $32,
      payment_initiated_at = $33,
      approval = $34::jsonb,
      order_id = $35,
      ended_at = $36,
      failure_code = $37,
      failure_message = $38,
      available_at = $39,
      lease_token = null,
      lease_until = null
    where
      company_id = $40
      and id = $41
      and state = $42
    returning
      1
  )
select
  1 / (
    case
      when (
        select
          count(*)
        from
          "attempt_moved_0"
      ) = $43 then 1
      else 0
    end
  ) as "attempt_moved_0";

commit;

----------------------------------------------------------------------------------------------------
-- POST /api/v1/checkout/{checkoutId}/payment by card: opens a payment
----------------------------------------------------------------------------------------------------

begin;

-- As above: lockAttempt.

-- Writes all the rest of the transaction in one statement, and commits with it.
-- openPayment in server/src/modules/purchasing/checkout/paying/start-payment.ts
with
  "key_0" as (
    insert into
      platform.idempotency (company_id, actor_id, key, fingerprint, result_id, answer, created_at)
    values
      ($1, $2, $3, $4, $5, $6, $7)
  ),
  "payment" as (
    insert into
      "payments"."payments" (
        "state",
        "amount_minor",
        "authorized_minor",
        "captured_minor",
        "voided_minor",
        "refunded_minor",
        "refunding_minor",
        "paid_out_minor",
        "charged_back_minor",
        "redirect_url",
        "provider_reference",
        "failure_reason",
        "company_id",
        "id",
        "payer_id",
        "checkout_id",
        "order_id",
        "method",
        "provider",
        "capture_method",
        "currency",
        "return_url",
        "due_on",
        "net_days",
        "created_at",
        "changed_at",
        "expires_at",
        "version",
        "available_at",
        "attempts",
        "deaths",
        "lease_token",
        "lease_until"
      )
    select
      "state",
      "amount_minor",
      "authorized_minor",
      "captured_minor",
      "voided_minor",
      "refunded_minor",
      "refunding_minor",
      "paid_out_minor",
      "charged_back_minor",
      "redirect_url",
      "provider_reference",
      "failure_reason",
      "company_id",
      "id",
      "payer_id",
      "checkout_id",
      "order_id",
      "method",
      "provider",
      "capture_method",
      "currency",
      "return_url",
      "due_on",
      "net_days",
      "created_at",
      "changed_at",
      "expires_at",
      "version",
      "available_at",
      "attempts",
      "deaths",
      "lease_token",
      "lease_until"
    from
      json_populate_recordset(null::"payments"."payments", $8::json)
  ),
  "emitted" as (
    insert into
      platform.events (company_id, id, type, version, occurred_at, entity_type, entity_id, entity_version, data, cause)
    select
      e.company_id,
      e.id,
      e.type,
      e.version,
      e.occurred_at,
      e.entity_type,
      e.entity_id,
      e.entity_version,
      e.data::jsonb,
      e.cause::jsonb
    from
      unnest(
        $9::text[],
        $10::text[],
        $11::text[],
        $12::integer[],
        $13::timestamptz[],
        $14::text[],
        $15::text[],
        $16::bigint[],
        $17::text[],
        $18::text[]
      ) with ordinality as e (
        company_id,
        id,
        type,
        version,
        occurred_at,
        entity_type,
        entity_id,
        entity_version,
        data,
        cause,
        place
      )
    order by
      e.place
  ),
  "attempt_moved_0" as (
    update checkout.attempts
    set
      state = $19,
      payment_id = $20,
      payment_initiated_at = $21,
      approval = $22::jsonb,
      order_id = $23,
      ended_at = $24,
      failure_code = $25,
      failure_message = $26,
      available_at = $27,
      lease_token = null,
      lease_until = null
    where
      company_id = $28
      and id = $29
      and state = $30
    returning
      1
  ),
  "cart_state_0" as (
    update cart.carts
    set
      checkout_state = $31
    where
      company_id = $32
      and id = $33
      and checkout_id = $34
  )
select
  1 / (
    case
      when (
        select
          count(*)
        from
          "attempt_moved_0"
      ) = $35 then 1
      else 0
    end
  ) as "attempt_moved_0";

commit;

begin;

-- Locks the payment.
-- lockPayment in server/src/modules/purchasing/payments/payment-store.ts
select
  *
from
  "payments"."payments"
where
  "company_id" = $1
  and "id" = $2
for update;

-- Writes the new state of the payment.
-- savePayment in server/src/modules/purchasing/payments/payment-store.ts
update "payments"."payments" as "job"
set
  "state" = $1,
  "amount_minor" = $2,
  "authorized_minor" = $3,
  "captured_minor" = $4,
  "voided_minor" = $5,
  "refunded_minor" = $6,
  "refunding_minor" = $7,
  "paid_out_minor" = $8,
  "charged_back_minor" = $9,
  "redirect_url" = $10,
  "provider_reference" = $11,
  "failure_reason" = $12,
  "available_at" = $13,
  "lease_token" = case
    when (
      exists (
        select
        from
          platform.processes p
        where
          p.holder = split_part(job.lease_token, '@', 2)
          and p.died_at is not null
          and p.stopping_at is null
          and p.seen_at <= job.lease_until
      )
      or (
        job.lease_until <= $14
        and exists (
          select
          from
            platform.processes p
          where
            p.holder = split_part(job.lease_token, '@', 2)
            and p.died_at is null
            and p.stopping_at is null
            and p.seen_at <= job.lease_until
        )
      )
    ) then job.lease_token
  end,
  "lease_until" = case
    when (
      exists (
        select
        from
          platform.processes p
        where
          p.holder = split_part(job.lease_token, '@', 2)
          and p.died_at is not null
          and p.stopping_at is null
          and p.seen_at <= job.lease_until
      )
      or (
        job.lease_until <= $15
        and exists (
          select
          from
            platform.processes p
          where
            p.holder = split_part(job.lease_token, '@', 2)
            and p.died_at is null
            and p.stopping_at is null
            and p.seen_at <= job.lease_until
        )
      )
    ) then job.lease_until
  end,
  "version" = $16,
  "changed_at" = $17
where
  "company_id" = $18
  and "id" = $19
  and "version" = $20;

commit;

-- Stores the answer beside its Idempotency-Key.
-- keepAnswer in server/src/platform/idempotency/store.ts
update platform.idempotency
set
  answer = coalesce(answer, $1),
  held_by = null,
  held_until = null
from
  (
    select
      set_config('synchronous_commit', 'off', true)
  ) as relaxed (it)
where
  company_id = $2
  and actor_id = $3
  and key = $4
  and fingerprint = $5
  and held_by is not distinct from $6
  and relaxed.it = 'off'
returning
  answer;

----------------------------------------------------------------------------------------------------
-- The payment provider's event: the buyer has paid
----------------------------------------------------------------------------------------------------

begin;

-- Stores the provider's event. An event that comes again adds no row.
-- insertProviderEvent in server/src/modules/purchasing/payments/cards/provider-event-store.ts
insert into
  "payments"."provider_events" ("provider", "id", "type", "outcome", "payment_id", "payload", "received_at")
values
  ($1, $2, $3, $4, $5, $6, $7)
on conflict ("provider", "id") do nothing;

-- Locks the payment that the event is about.
-- lockProviderPayment in server/src/modules/purchasing/payments/payment-store.ts
/* across companies: a provider's event names a payment, not a company */
select
  *
from
  payments.payments
where
  id = $1
  and provider = $2
for update;

-- As above: savePayment.

-- Writes all the rest of the transaction in one statement, and commits with it.
-- receiveEvent in server/src/modules/purchasing/payments/cards/receive-event.ts
with
  "booked" as (
    insert into
      "payments"."ledger" ("company_id", "payment_id", "kind", "amount_minor", "currency", "refund_id", "recorded_at")
    select
      "company_id",
      "payment_id",
      "kind",
      "amount_minor",
      "currency",
      "refund_id",
      "recorded_at"
    from
      json_populate_recordset(null::"payments"."ledger", $1::json)
  ),
  "emitted" as (
    insert into
      platform.events (company_id, id, type, version, occurred_at, entity_type, entity_id, entity_version, data, cause)
    select
      e.company_id,
      e.id,
      e.type,
      e.version,
      e.occurred_at,
      e.entity_type,
      e.entity_id,
      e.entity_version,
      e.data::jsonb,
      e.cause::jsonb
    from
      unnest(
        $2::text[],
        $3::text[],
        $4::text[],
        $5::integer[],
        $6::timestamptz[],
        $7::text[],
        $8::text[],
        $9::bigint[],
        $10::text[],
        $11::text[]
      ) with ordinality as e (
        company_id,
        id,
        type,
        version,
        occurred_at,
        entity_type,
        entity_id,
        entity_version,
        data,
        cause,
        place
      )
    order by
      e.place
  ),
  "outcome_0" as (
    update payments.provider_events
    set
      outcome = $12
    where
      provider = $13
      and id = $14
  )
select;

commit;

----------------------------------------------------------------------------------------------------
-- A worker makes the order that was paid by card
----------------------------------------------------------------------------------------------------

-- Reads the payment.
-- findPayment in server/src/modules/purchasing/payments/payment-store.ts
select
  *
from
  "payments"."payments"
where
  "company_id" = $1
  and "id" = $2;

begin;

-- As above: lockAttempt.

-- Writes the order on its payment.
-- setOrder in server/src/modules/purchasing/payments/payment-store.ts
update "payments"."payments"
set
  "order_id" = $1,
  "version" = "version" + $2
where
  "company_id" = $3
  and "id" = $4
  and "order_id" is null
returning
  *;

-- As above: commitReservedStock.

-- As above: takeNumber.

-- Writes all the rest of the transaction in one statement, and commits with it: the order, its lines, its events.
-- settle in server/src/modules/purchasing/checkout/finishing/reconcile.ts
with
  "placed" as (
    insert into
      "orders"."orders" (
        "company_id",
        "id",
        "number",
        "checkout_id",
        "payment_id",
        "supplier_ids",
        "placed_by",
        "requested_by",
        "unit_id",
        "contracts",
        "state",
        "payment_state",
        "version",
        "currency",
        "total_minor",
        "goods_minor",
        "discount_minor",
        "shipping_minor",
        "tax_minor",
        "tax_breakdown",
        "discounts",
        "shipping",
        "deliveries",
        "po_number",
        "cost_center",
        "note",
        "ship_to",
        "bill_to",
        "parties",
        "placed_at",
        "updated_at",
        "delivered_at",
        "concealed"
      )
    select
      "company_id",
      "id",
      "number",
      "checkout_id",
      "payment_id",
      "supplier_ids",
      "placed_by",
      "requested_by",
      "unit_id",
      "contracts",
      "state",
      "payment_state",
      "version",
      "currency",
      "total_minor",
      "goods_minor",
      "discount_minor",
      "shipping_minor",
      "tax_minor",
      "tax_breakdown",
      "discounts",
      "shipping",
      "deliveries",
      "po_number",
      "cost_center",
      "note",
      "ship_to",
      "bill_to",
      "parties",
      "placed_at",
      "updated_at",
      "delivered_at",
      "concealed"
    from
      json_populate_recordset(null::"orders"."orders", $1::json)
  ),
  "listed" as (
    insert into
      "orders"."lines" (
        "company_id",
        "order_id",
        "line_number",
        "product_id",
        "supplier_company_id",
        "sku",
        "mpn",
        "name",
        "brand",
        "quantity",
        "unit_price",
        "per_quantity",
        "unit",
        "total_minor",
        "rate_set_id",
        "rate",
        "rate_from",
        "rate_to",
        "rate_as_of",
        "discount_minor",
        "tax_category",
        "tax_rate",
        "tax_minor",
        "tax_reason",
        "tax_country",
        "delivery",
        "cost_center",
        "po_number",
        "gl_account",
        "project",
        "allocations",
        "requested_date",
        "negotiated_price",
        "promised_date",
        "agreed_date",
        "backordered_at",
        "waiting_quantity"
      )
    select
      "company_id",
      "order_id",
      "line_number",
      "product_id",
      "supplier_company_id",
      "sku",
      "mpn",
      "name",
      "brand",
      "quantity",
      "unit_price",
      "per_quantity",
      "unit",
      "total_minor",
      "rate_set_id",
      "rate",
      "rate_from",
      "rate_to",
      "rate_as_of",
      "discount_minor",
      "tax_category",
      "tax_rate",
      "tax_minor",
      "tax_reason",
      "tax_country",
      "delivery",
      "cost_center",
      "po_number",
      "gl_account",
      "project",
      "allocations",
      "requested_date",
      "negotiated_price",
      "promised_date",
      "agreed_date",
      "backordered_at",
      "waiting_quantity"
    from
      json_populate_recordset(null::"orders"."lines", $2::json)
  ),
  "begun" as (
    insert into
      "orders"."timeline" ("company_id", "order_id", "version", "kind", "actor_id", "details", "happened_at")
    select
      "company_id",
      "order_id",
      "version",
      "kind",
      "actor_id",
      "details",
      "happened_at"
    from
      json_populate_recordset(null::"orders"."timeline", $3::json)
  ),
  "emitted" as (
    insert into
      platform.events (company_id, id, type, version, occurred_at, entity_type, entity_id, entity_version, data, cause)
    select
      e.company_id,
      e.id,
      e.type,
      e.version,
      e.occurred_at,
      e.entity_type,
      e.entity_id,
      e.entity_version,
      e.data::jsonb,
      e.cause::jsonb
    from
      unnest(
        $4::text[],
        $5::text[],
        $6::text[],
        $7::integer[],
        $8::timestamptz[],
        $9::text[],
        $10::text[],
        $11::bigint[],
        $12::text[],
        $13::text[]
      ) with ordinality as e (
        company_id,
        id,
        type,
        version,
        occurred_at,
        entity_type,
        entity_id,
        entity_version,
        data,
        cause,
        place
      )
    order by
      e.place
  ),
  "cart_lines_0" as (
    delete from cart.items i using cart.carts c
    where
      c.company_id = $14
      and c.id = $15
      and c.checkout_id = $16
      and i.company_id = c.company_id
      and i.cart_id = c.id
      and i.id = any ($17::text[])
    returning
      i.id
  ),
  "cart_left_0" as (
    update cart.carts c
    set
      snapshot_version = snapshot_version + 1,
      line_count = line_count - (
        select
          count(*)
        from
          "cart_lines_0"
      )::integer,
      checkout_id = null,
      checkout_state = null,
      changed_at = $18
    where
      c.company_id = $19
      and c.id = $20
      and c.checkout_id = $21
  ),
  "attempt_moved_0" as (
    update checkout.attempts
    set
      state = $22,
      payment_id = $23,
      payment_initiated_at = $24,
      approval = $25::jsonb,
      order_id = $26,
      ended_at = $27,
      failure_code = $28,
      failure_message = $29,
      available_at = $30,
      lease_token = null,
      lease_until = null
    where
      company_id = $31
      and id = $32
      and state = $33
    returning
      1
  )
select
  1 / (
    case
      when (
        select
          count(*)
        from
          "attempt_moved_0"
      ) = $34 then 1
      else 0
    end
  ) as "attempt_moved_0";

commit;
