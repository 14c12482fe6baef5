-- What a closed company offers is found and sold by nobody, until the company is opened again.

alter table catalog.suppliers add column closed_at timestamptz;

create index suppliers_closed on catalog.suppliers (id) where closed_at is not null;

update catalog.suppliers s set closed_at = c.disabled_at
from identity.companies c where c.id = s.id and c.disabled_at is not null;

-- What every company sees changes with it.
create trigger suppliers_advance_terms after update of closed_at on catalog.suppliers
  for each statement execute function catalog.advance_terms_revision();
