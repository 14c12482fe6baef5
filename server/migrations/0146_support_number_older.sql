-- no-transaction
call numbering.number_older('support.tickets', 'TICKET', 'opened_at');
