create function products.remove_identifiers() returns trigger language plpgsql as $$
begin
  delete from products.identifiers i using gone where i.product_id = gone.id;
  return null;
end
$$;

create trigger products_remove_identifiers
  after delete on products.products referencing old table as gone
  for each statement execute function products.remove_identifiers();

-- The categories below a category, for companies that see a part of the products.
create index categories_by_ancestor on products.categories using gin (path_ids);
