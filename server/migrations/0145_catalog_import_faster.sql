-- What the file said of a product when an import last wrote it, and the version it then had: a product that still has that
-- version, and of which the file says the same again, need not be read.
alter table catalog.products
  add column import_digest text,
  add column import_version integer;

-- What is derived of a product, in the transaction that writes the product, was looked up once more for each of its rows: a
-- tenth of the work of an import. The other direction stays: what a product leaves behind goes with it.
alter table catalog.search_documents drop constraint search_documents_product_id_fkey;
alter table catalog.search_identifiers drop constraint search_identifiers_product_id_fkey;

create function catalog.remove_search_of_products() returns trigger language plpgsql as $$
begin
  delete from catalog.search_documents d using gone where d.product_id = gone.id;
  delete from catalog.search_identifiers i using gone where i.product_id = gone.id;
  return null;
end
$$;

create trigger products_remove_search
  after delete on catalog.products referencing old table as gone
  for each statement execute function catalog.remove_search_of_products();

-- The same for the article numbers of a file: an import writes them while it holds its own row.
alter table catalog.import_skus drop constraint import_skus_import;

create function catalog.remove_skus_of_imports() returns trigger language plpgsql as $$
begin
  delete from catalog.import_skus s using gone where s.company_id = gone.company_id and s.import_id = gone.id;
  return null;
end
$$;

create trigger imports_remove_skus
  after delete on catalog.imports referencing old table as gone
  for each statement execute function catalog.remove_skus_of_imports();
