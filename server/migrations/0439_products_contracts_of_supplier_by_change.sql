-- no-transaction
create index concurrently if not exists contracts_of_supplier_by_change on products.contracts (supplier_company_id, written_at, id);
