-- no-transaction
-- What a company has bought from a supplier, newest first: rules of approvals ask for first orders and for last prices.
create index concurrently if not exists lines_bought
  on orders.lines (company_id, supplier_company_id, product_id, order_id desc);
