-- Whose tax the tax of a line is: an invoice says in that country's currency how much of it there is. Null in orders from before,
-- whose invoices say it in the currency of the order alone, as they did.
alter table orders.lines add column tax_country text;
