-- Where the camera of a claim's photograph stood, in degrees, as its notes or the phone said it (decision 244); null where nothing is known.
alter table files add column taken_latitude double precision, add column taken_longitude double precision;
