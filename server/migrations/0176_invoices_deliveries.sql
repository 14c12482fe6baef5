-- One document for what went to one address: a return of goods from two has two. Null: from before, about the whole order.
alter table invoices.documents
  add column delivery integer constraint documents_delivery_positive check (delivery > 0),
  add constraint documents_once_by_delivery
    unique nulls not distinct (company_id, order_id, kind, source_id, delivery),
  drop constraint documents_once;
