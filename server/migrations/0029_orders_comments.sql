-- A comment of a person had another name.
update orders.timeline set details = details - 'said' || jsonb_build_object('comment', details -> 'said') where details ? 'said';
