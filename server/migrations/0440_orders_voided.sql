-- Payments that were given up by us or the buyer are VOIDED. FAILED is what the payer, the bank or the provider refused.
create or replace function orders.order_is_sound(placed orders.orders) returns boolean language plpgsql immutable parallel safe as $$
declare
  broken constant text := case
    when placed.state not in ('PENDING_APPROVAL', 'PLACED', 'CONFIRMED', 'PARTIALLY_SHIPPED', 'SHIPPED', 'DELIVERED', 'CLOSED', 'REJECTED', 'CANCELLED') then 'orders_state_known'
    when placed.payment_state not in ('UNPAID', 'AUTHORIZED', 'PAID', 'PARTIALLY_REFUNDED', 'REFUNDED', 'VOIDED', 'FAILED') then 'orders_payment_state_known'
    when placed.total_minor < 0 then 'orders_total_not_negative'
    when num_nonnulls(placed.goods_minor, placed.discount_minor, placed.shipping_minor, placed.tax_minor, placed.tax_breakdown) not in (0, 5) then 'orders_amounts_whole'
    when placed.total_minor <> placed.goods_minor - placed.discount_minor + placed.shipping_minor + placed.tax_minor then 'orders_amounts_add_up'
    when jsonb_typeof(placed.discounts) <> 'array' then 'orders_discounts_list'
    when (placed.held_at is null) <> (placed.held_by is null) then 'orders_held_by_somebody'
    when placed.reduced_minor < 0 then 'orders_reduced_not_negative'
    when placed.carriage_credited_minor < 0 then 'orders_carriage_credited_not_negative'
  end;
begin
  if broken is null then return true; end if;
  raise check_violation using message = format('a row of orders.orders breaks "%s"', broken),
    schema = 'orders', table = 'orders', constraint = broken;
end
$$;

-- A hold that the bank takes back FAILED, and what was held is released.
create or replace function payments.payment_is_sound(payment payments.payments) returns boolean language plpgsql immutable parallel safe as $$
declare
  broken constant text := case
    when payment.amount_minor <= 0 then 'payments_amount_positive'
    when payment.version <= 0 then 'payments_version_positive'
    when payment.currency !~ '^[A-Z]{3}$' then 'payments_currency_shape'
    when payment.method not in ('card', 'invoice') then 'payments_method_known'
    when payment.capture_method not in ('automatic', 'manual') then 'payments_capture_method_known'
    when payment.state not in ('INITIATED', 'PENDING', 'AUTHORIZED', 'SUCCEEDED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'FAILED', 'VOIDED') then 'payments_state_known'
    when length(payment.return_url) > 2000 then 'payments_return_url_short'
    when (payment.lease_token is null) <> (payment.lease_until is null) then 'payments_lease_whole'
    when payment.authorized_minor < 0 or payment.authorized_minor > payment.amount_minor then 'payments_authorized_within_amount'
    when payment.captured_minor < 0 or payment.voided_minor < 0
      or payment.captured_minor + payment.voided_minor > payment.authorized_minor then 'payments_captured_within_authorized'
    when payment.charged_back_minor < 0 then 'payments_charged_back_not_negative'
    when payment.refunded_minor < 0 or payment.refunding_minor < 0 or payment.paid_out_minor < 0
      or payment.refunded_minor + payment.refunding_minor + payment.paid_out_minor > payment.captured_minor then 'payments_refunded_within_captured'
    when not case payment.state
      when 'AUTHORIZED' then payment.authorized_minor > payment.voided_minor and payment.captured_minor = 0
      when 'VOIDED' then payment.captured_minor = 0 and payment.voided_minor = payment.authorized_minor
      when 'FAILED' then payment.captured_minor = 0 and payment.voided_minor = payment.authorized_minor
      when 'SUCCEEDED' then payment.captured_minor > 0 and payment.refunded_minor + payment.paid_out_minor + payment.charged_back_minor = 0
      when 'PARTIALLY_REFUNDED' then payment.refunded_minor + payment.paid_out_minor + payment.charged_back_minor between 1 and payment.captured_minor - 1
      when 'REFUNDED' then payment.captured_minor > 0 and payment.refunded_minor + payment.paid_out_minor + payment.charged_back_minor >= payment.captured_minor
      else payment.authorized_minor = 0
    end then 'payments_state_fits_sums'
  end;
begin
  if broken is null then return true; end if;
  raise check_violation using message = format('a row of payments.payments breaks "%s"', broken),
    schema = 'payments', table = 'payments', constraint = broken;
end
$$;

/* across companies: a correction of all orders */
update orders.orders o set payment_state = 'VOIDED'
from payments.payments p
where p.company_id = o.company_id and p.id = o.payment_id and p.state = 'VOIDED' and o.payment_state in ('FAILED', 'UNPAID');
