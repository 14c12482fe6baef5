-- An operator knows about the trouble: until this time its repeats send no alert, unless it becomes worse.
alter table incidents.incidents
  add column silenced_until timestamptz,
  add column silenced_by text,
  add column silenced_note text constraint incidents_silenced_note_short check (length(silenced_note) <= 1000),
  add constraint incidents_silenced_by_somebody check
    ((silenced_until is null) = (silenced_by is null) and (silenced_until is null) = (silenced_note is null));
