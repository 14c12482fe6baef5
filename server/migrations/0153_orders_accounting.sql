-- What the buyer's accounting books a line on, besides its cost centre.
alter table orders.lines
  add column gl_account text,
  add column project text;
