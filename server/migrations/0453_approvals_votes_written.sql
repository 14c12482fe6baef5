-- A vote whose note is erased is a change of its request, as a new vote is.
create or replace trigger votes_written after insert or update on approvals.votes
  for each row execute function approvals.stamp_request();
