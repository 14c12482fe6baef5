-- Who ended an incident by hand, and why. Null where what had raised it saw its end.
alter table incidents.incidents
  add column resolved_by text,
  add column resolved_note text constraint incidents_resolved_note_short check (length(resolved_note) <= 1000),
  add constraint incidents_resolved_by_with_note check ((resolved_by is null) = (resolved_note is null));
