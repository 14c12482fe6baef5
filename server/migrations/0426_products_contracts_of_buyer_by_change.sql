-- no-transaction
create index concurrently if not exists contracts_of_buyer_by_change on products.contracts (buyer_company_id, written_at, id);
