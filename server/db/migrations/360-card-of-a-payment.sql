-- To which month the card pays that was typed on the page, as the acquirer's notice says: their list of cards
-- does not.
alter table payment_attempts add column card_valid_to text;
