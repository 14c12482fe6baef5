-- What of the catalogue was changed, and by which transaction: so that a process can tell in one short statement whether
-- what it remembers still holds, exactly, whatever commits in between (docs/adr/0023).

create table catalog.changes (
  xid xid8 not null default pg_current_xact_id(),
  -- The id of a product; `documents` for what searches find; `everything` where it is more than a few products.
  what text collate "C" not null,
  at timestamptz not null default clock_timestamp(),
  constraint changes_pkey primary key (xid, what)
);

create index changes_by_time on catalog.changes (at);

-- For statements on tables with a row for each product and more: TG_ARGV[0] is the column with the id of the product.
create function catalog.note_changed_products() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select 1 from changed limit 51) as first_ones) > 50 then
    insert into catalog.changes (what) values ('everything') on conflict do nothing;
  elsif tg_argv[0] = 'id' then
    insert into catalog.changes (what) select id from changed on conflict do nothing;
  else
    insert into catalog.changes (what) select distinct product_id from changed on conflict do nothing;
  end if;
  return null;
end
$$;

-- What is reserved becomes committed without anybody seeing it: only what can be sold counts.
create function catalog.note_changed_stock() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select 1 from changed limit 51) as first_ones) > 50 then
    insert into catalog.changes (what) values ('everything') on conflict do nothing;
  else
    insert into catalog.changes (what)
    select n.product_id from changed n join former f using (product_id) where n.on_hand <> f.on_hand
    on conflict do nothing;
  end if;
  return null;
end
$$;

create function catalog.note_change() returns trigger language plpgsql as $$
begin
  insert into catalog.changes (what) values (tg_argv[0]) on conflict do nothing;
  return null;
end
$$;

-- A product that is added is remembered by nobody; what else it consists of may come later.
create trigger products_note_update after update on catalog.products
  referencing new table as changed for each statement execute function catalog.note_changed_products('id');
create trigger products_note_delete after delete on catalog.products
  referencing old table as changed for each statement execute function catalog.note_changed_products('id');

create trigger price_tiers_note_insert after insert on catalog.price_tiers
  referencing new table as changed for each statement execute function catalog.note_changed_products('product_id');
create trigger price_tiers_note_update after update on catalog.price_tiers
  referencing new table as changed for each statement execute function catalog.note_changed_products('product_id');
create trigger price_tiers_note_delete after delete on catalog.price_tiers
  referencing old table as changed for each statement execute function catalog.note_changed_products('product_id');

create trigger stock_note_insert after insert on catalog.stock
  referencing new table as changed for each statement execute function catalog.note_changed_products('product_id');
create trigger stock_note_update after update on catalog.stock
  referencing new table as changed old table as former for each statement execute function catalog.note_changed_stock();
create trigger stock_note_delete after delete on catalog.stock
  referencing old table as changed for each statement execute function catalog.note_changed_products('product_id');

create trigger stock_counts_note_insert after insert on catalog.stock_counts
  referencing new table as changed for each statement execute function catalog.note_changed_products('product_id');
create trigger stock_counts_note_update after update on catalog.stock_counts
  referencing new table as changed for each statement execute function catalog.note_changed_products('product_id');
create trigger stock_counts_note_delete after delete on catalog.stock_counts
  referencing old table as changed for each statement execute function catalog.note_changed_products('product_id');

create trigger stock_locations_note after insert or update or delete or truncate on catalog.stock_locations
  for each statement execute function catalog.note_change('everything');
create trigger suppliers_note after update or delete or truncate on catalog.suppliers
  for each statement execute function catalog.note_change('everything');
create trigger categories_note after update or delete or truncate on catalog.categories
  for each statement execute function catalog.note_change('everything');
create trigger products_note_truncate after truncate on catalog.products
  for each statement execute function catalog.note_change('everything');
create trigger stock_note_truncate after truncate on catalog.stock
  for each statement execute function catalog.note_change('everything');

create trigger search_documents_note after insert or update or delete or truncate on catalog.search_documents
  for each statement execute function catalog.note_change('documents');
-- Counted anew, words weigh differently, and others are corrected.
create trigger search_totals_note after insert or update on catalog.search_totals
  for each statement execute function catalog.note_change('documents');
