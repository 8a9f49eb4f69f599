-- To whom a consent was given, and identities typed by hand at the KYC desk (docs/decisions/161).

-- `client`: whoever bought on the site, in the cabinet or by e-ID; `promoter`: in the portal; `partner:{code}`: a client in a partner's dress.
-- Together with `asked_by` it is the asker: nobody else uses the consent.
alter table consents add column asker text not null default 'client'
  check (asker = 'client' or asker = 'promoter' or asker like 'partner:%');
-- Whoever has a portal asked in it as a rule; where that is not so, the person is asked once more.
update consents set asker = 'promoter'
  where kind = 'driver' and asked_by in (select iin from accounts where realm = 'promoter');
create index consents_of_asker on consents (asked_by, iin);

-- A case opened because an identity was typed by hand while the register of persons was silent.
alter table kyc_cases drop constraint kyc_cases_origin_check;
alter table kyc_cases add constraint kyc_cases_origin_check check (origin in ('sale', 'rescreen', 'desk', 'typed'));
