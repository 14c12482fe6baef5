-- What a supplier promises when its stock does not cover an order: `{"leadTimeDays": 14, "maxQuantity": 500}`, in units, and the limit
-- only if there is one. Null: the product is sold from stock alone.
alter table products.products add column backorder jsonb
  constraint products_backorder_shape check (jsonb_typeof(backorder -> 'leadTimeDays') = 'number');

-- How much orders wait for. The first arriving pieces are theirs, so `on_hand` less this is for sale.
alter table products.stock add column backordered bigint not null default 0
  constraint stock_backordered_not_negative check (backordered >= 0);

-- What waits decides what is for sale, so quotes and rankings are dropped when it changes, too.
create or replace function products.note_changed_stock() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select 1 from changed limit 51) as first_ones) > 50 then
    insert into products.changes (what) values ('everything') on conflict do nothing;
  else
    insert into products.changes (what)
    select n.product_id from changed n join former f using (product_id)
    where n.on_hand <> f.on_hand or n.backordered <> f.backordered
    on conflict do nothing;
  end if;
  return null;
end
$$;
