-- The members of a company with whom the owner of a cart shares it.
create table cart.shares (
  company_id text not null,
  cart_id text collate "C" not null,
  member_id text not null,
  -- READ: sees the cart. EDIT: changes its lines, too.
  member_right text not null constraint shares_right_known check (member_right in ('READ', 'EDIT')),
  shared_at timestamptz not null,
  primary key (company_id, cart_id, member_id),
  constraint shares_cart foreign key (company_id, cart_id)
    references cart.carts (company_id, id) on delete cascade
);

create index shares_by_member on cart.shares (company_id, member_id, cart_id);
