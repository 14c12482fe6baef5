-- A file of the buyer who sourced the line: it shows the price that the supplier has agreed to.
alter table requisitions.attachments add column proves_price boolean not null default false;
