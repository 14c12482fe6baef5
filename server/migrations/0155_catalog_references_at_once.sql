-- What products refer to is looked up once for all rows of a statement, and not for each of them: a tenth of the work of an
-- import. As a foreign key does it, what is referred to is held until the commit, and whoever takes it away is refused.
alter table catalog.products
  drop constraint products_category_id_fkey,
  drop constraint products_supplier_company_id_fkey;

create function catalog.hold_references_of_products() returns trigger language plpgsql as $$
declare
  wanted bigint;
  held bigint;
begin
  select count(distinct category_id) into wanted from written;
  with known as (
    select id from catalog.categories where id in (select category_id from written) for key share
  )
  select count(*) into held from known;
  if held < wanted then
    raise foreign_key_violation using message = 'a product names a category that is not there',
      constraint = 'products_category_exists', schema = 'catalog', table = 'products';
  end if;
  select count(distinct supplier_company_id) into wanted from written;
  with known as (
    select id from catalog.suppliers where id in (select supplier_company_id from written) for key share
  )
  select count(*) into held from known;
  if held < wanted then
    raise foreign_key_violation using message = 'a product names a supplier that is not there',
      constraint = 'products_supplier_exists', schema = 'catalog', table = 'products';
  end if;
  return null;
end
$$;

create function catalog.hold_references_of_product() returns trigger language plpgsql as $$
begin
  perform from catalog.categories where id = new.category_id for key share;
  if not found then
    raise foreign_key_violation using message = 'a product names a category that is not there',
      constraint = 'products_category_exists', schema = 'catalog', table = 'products';
  end if;
  perform from catalog.suppliers where id = new.supplier_company_id for key share;
  if not found then
    raise foreign_key_violation using message = 'a product names a supplier that is not there',
      constraint = 'products_supplier_exists', schema = 'catalog', table = 'products';
  end if;
  return null;
end
$$;

create trigger products_hold_references after insert on catalog.products
  referencing new table as written
  for each statement execute function catalog.hold_references_of_products();
-- Few statements change them, and then of few products.
create trigger products_hold_changed_references after update on catalog.products
  for each row when (old.category_id <> new.category_id or old.supplier_company_id <> new.supplier_company_id)
  execute function catalog.hold_references_of_product();

create function catalog.keep_used_category() returns trigger language plpgsql as $$
begin
  if exists (select from catalog.products where category_id = old.id) then
    raise foreign_key_violation using message = 'a category has products',
      constraint = 'products_category_exists', schema = 'catalog', table = 'products';
  end if;
  return null;
end
$$;

create function catalog.keep_used_supplier() returns trigger language plpgsql as $$
begin
  if exists (select from catalog.products where supplier_company_id = old.id) then
    raise foreign_key_violation using message = 'a supplier has products',
      constraint = 'products_supplier_exists', schema = 'catalog', table = 'products';
  end if;
  return null;
end
$$;

create trigger categories_keep_used after delete or update of id on catalog.categories
  for each row execute function catalog.keep_used_category();
create trigger suppliers_keep_used after delete or update of id on catalog.suppliers
  for each row execute function catalog.keep_used_supplier();

-- The row of the stock is written in the transaction that makes the product, and goes with it.
alter table catalog.stock drop constraint stock_product_id_fkey;

create function catalog.remove_stock_of_products() returns trigger language plpgsql as $$
begin
  delete from catalog.stock s using gone where s.product_id = gone.id;
  return null;
end
$$;

create trigger products_remove_stock
  after delete on catalog.products referencing old table as gone
  for each statement execute function catalog.remove_stock_of_products();
