alter table support.tickets alter column number set not null;
