-- The PDF of an issued document in another language: a rendering of its own beside the original, which never changes.
alter table invoices.pdfs
  add column rendering text collate "C" not null default 'original'
    constraint pdfs_rendering_form check (rendering ~ '^(original|[a-z]{2,3})$');

alter table invoices.pdfs drop constraint pdfs_pkey, add primary key (company_id, invoice_id, rendering);
alter table invoices.pdfs alter column rendering drop default;

-- Translations are deleted some time after they were rendered.
create index pdfs_translations on invoices.pdfs (rendered_at) where rendering <> 'original';
