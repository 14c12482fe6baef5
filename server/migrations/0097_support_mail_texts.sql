-- The whole text of a mail whose message is only a part of it: the rest is a quoted mail or a signature. Only agents read it.
create table support.mail_texts (
  company_id text not null,
  ticket_id text collate "C" not null,
  message_id text collate "C" not null,
  text text not null constraint mail_texts_limited check (length(text) <= 50000),
  constraint mail_texts_pkey primary key (company_id, ticket_id, message_id),
  constraint mail_texts_message foreign key (company_id, ticket_id, message_id)
    references support.messages (company_id, ticket_id, id) on delete cascade
);

alter table support.messages add column shortened boolean not null default false;
