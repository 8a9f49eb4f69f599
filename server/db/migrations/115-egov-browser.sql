-- The last sign-in of a browser gives the language and the way back where its state opens nothing any more.
create index idp_sign_ins_of_browser on idp_sign_ins (browser, created_at);
