-- What is agreed on later is a line of its own. It names the line that it has more of. Null: the line was ordered at first.
alter table orders.lines
  add column follows_line integer constraint lines_follow_earlier check (follows_line between 1 and line_number - 1);
