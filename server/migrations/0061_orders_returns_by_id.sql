-- A ticket names a return by its id alone.
create index returns_by_id on orders.returns (company_id, id);
