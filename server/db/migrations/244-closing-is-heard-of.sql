-- Whoever closes a month hears what the second person does: `desk:closing` (decision 226).
create trigger desk_list_changed after insert or update or delete on prepared_periods for each statement execute function desk_list_changed('closing');
create trigger desk_list_changed after insert on closed_periods for each statement execute function desk_list_changed('closing');
create trigger desk_list_changed after insert on insurer_acts for each statement execute function desk_list_changed('closing');
create trigger desk_list_changed after insert on statements for each statement execute function desk_list_changed('closing');
