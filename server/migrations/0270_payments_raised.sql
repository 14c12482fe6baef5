-- A payment on net terms promises more when its order costs more: RAISED.
create or replace function payments.ledger_entry_is_sound(entry payments.ledger) returns boolean language plpgsql immutable parallel safe as $$
declare
  broken constant text := case
    when entry.amount_minor <= 0 then 'ledger_amount_positive'
    when entry.kind not in ('AUTHORIZED', 'RAISED', 'CAPTURED', 'VOIDED', 'REINSTATED', 'REFUNDED', 'PAID_OUT', 'CHARGED_BACK', 'CHARGE_RETURNED') then 'ledger_kind_known'
    when (entry.kind in ('REFUNDED', 'PAID_OUT')) <> (entry.refund_id is not null) then 'ledger_refund_named'
  end;
begin
  if broken is null then return true; end if;
  raise check_violation using message = format('a row of payments.ledger breaks "%s"', broken),
    schema = 'payments', table = 'ledger', constraint = broken;
end
$$;
