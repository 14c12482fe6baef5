-- Article numbers that another one has taken the place of, as suppliers' files say: whoever looks for the old one is led to
-- the new one. The old article need not be here, nor the new one yet.
create table catalog.superseded (
  supplier_company_id text not null,
  sku text not null,
  successor_sku text not null,
  -- What the old article is known by, as identifiers are compared: the supplier's number, the manufacturer's, its GTINs.
  numbers text[] not null,
  primary key (supplier_company_id, sku),
  constraint superseded_by_another check (sku <> successor_sku)
);

create index superseded_by_number on catalog.superseded using gin (numbers);

-- Searches remember where a number leads.
create trigger superseded_note after insert or update or delete or truncate on catalog.superseded
  for each statement execute function catalog.note_change('everything');
