-- Identifiers belong to the products, and the search reads them.
alter table search.identifiers set schema products;

create or replace function search.remove_products() returns trigger language plpgsql as $$
begin
  delete from search.documents d using gone where d.product_id = gone.id;
  return null;
end
$$;
