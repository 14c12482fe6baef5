-- no-transaction
call numbering.number_older('orders.returns', 'RETURN', 'requested_at');
