-- What the trade calls by several names, in English, German and French, written by ourselves. Operators keep them from here on:
-- what they have changed or taken away of the first groups stays so, and a group that has a word of one of theirs is left out.
-- `replaces` names the first groups that a new one takes up; it is only put in where each of them is still as it was.
with seeds as materialized (
  select place, words, replaces from (values
    (101, '{laptop, notebook, laptop computer, notebook computer, pc portable, ordinateur portable}'::text[], '{1}'::integer[]),
    (102, '{tv, television, tv set, telly, fernseher, televiseur}', '{2}'),
    (103, '{adapter, adaptor, adaptateur}', '{3}'),
    (104, '{monitor, computer monitor, computer screen, computer display, bildschirm, moniteur, ecran}', '{10}'),
    (105, '{printer, drucker, imprimante}', '{11}'),
    (106, '{mouse, maus, souris}', '{12, 16}'),
    (107, '{keyboard, tastatur, clavier}', '{13, 17}'),
    (108, '{power strip, steckdosenleiste, mehrfachsteckdose, multiprise}', '{14}'),
    (109, '{smartphone, mobile phone, cell phone, cellphone, mobiltelefon, telephone mobile, telephone portable}', '{}'),
    (110, '{usb flash drive, usb stick, usb drive, usb key, flash drive, memory stick, thumb drive, pen drive, cle usb}', '{}'),
    (111, '{hard drive, hard disk, hard disk drive, hdd, festplatte, disque dur}', '{}'),
    (112, '{solid state drive, solid state disk, ssd}', '{}'),
    (113, '{memory card, speicherkarte, carte memoire}', '{}'),
    (114, '{memory module, ram module, arbeitsspeicher, memoire vive}', '{}'),
    (115, '{graphics card, video card, grafikkarte, carte graphique}', '{}'),
    (116, '{motherboard, mainboard, carte mere}', '{}'),
    (117, '{processor, cpu, prozessor, processeur}', '{}'),
    (118, '{desktop computer, desktop pc}', '{}'),
    (119, '{server, serveur}', '{}'),
    (120, '{laser printer, laserdrucker, imprimante laser}', '{}'),
    (121, '{inkjet printer, ink jet printer, tintenstrahldrucker, tintendrucker}', '{}'),
    (122, '{multifunction printer, multifunktionsdrucker, multifunktionsgerat, imprimante multifonction}', '{}'),
    (123, '{label printer, etikettendrucker}', '{}'),
    (124, '{toner cartridge, tonerkartusche, tonerkassette, cartouche toner}', '{}'),
    (125, '{ink cartridge, printer ink, tintenpatrone, druckerpatrone, druckertinte}', '{}'),
    (126, '{copy paper, copier paper, printer paper, printing paper, kopierpapier, druckerpapier}', '{}'),
    (127, '{projector, video projector, beamer, projektor, videoprojecteur, projecteur}', '{}'),
    (128, '{headphone, kopfhorer, casque audio}', '{}'),
    (129, '{speaker, loudspeaker, lautsprecher}', '{}'),
    (130, '{microphone, mikrofon}', '{}'),
    (131, '{mouse pad, mousepad, mouse mat, mauspad}', '{}'),
    (132, '{docking station, dockingstation, port replicator}', '{}'),
    (133, '{laptop bag, laptop case, notebook bag, notebook case, laptoptasche, notebooktasche}', '{}'),
    (134, '{backpack, rucksack}', '{}'),
    (135, '{camera, kamera}', '{}'),
    (136, '{cable, kabel}', '{}'),
    (137, '{network cable, ethernet cable, lan cable, netzwerkkabel, cable reseau}', '{}'),
    (138, '{patch cable, patch cord, patch lead, patchkabel}', '{}'),
    (139, '{extension cable, extension cord, extension lead, verlangerungskabel, rallonge}', '{}'),
    (140, '{fibre optic cable, fiber optic cable, glasfaserkabel, lichtwellenleiter}', '{}'),
    (141, '{network card, network adapter, netzwerkkarte, carte reseau}', '{}'),
    (142, '{network switch, ethernet switch, netzwerkswitch}', '{}'),
    (143, '{router, routeur}', '{}'),
    (144, '{wlan, wifi, wireless lan}', '{}'),
    (145, '{uninterruptible power supply, ups, usv, onduleur}', '{}'),
    (146, '{power supply unit, psu, netzteil}', '{}'),
    (147, '{surge protector, surge suppressor, uberspannungsschutz, parasurtenseur}', '{}'),
    (148, '{charger, ladegerat, chargeur}', '{}'),
    (149, '{battery, batterie}', '{}'),
    (150, '{rechargeable battery, akku}', '{}'),
    (151, '{calculator, taschenrechner, calculatrice}', '{}'),
    (152, '{shredder, paper shredder, document shredder, aktenvernichter}', '{}'),
    (153, '{laminator, laminiergerat, plastifieuse}', '{}'),
    (154, '{stapler, heftgerat, agrafeuse}', '{}'),
    (155, '{hole punch, locher, perforatrice}', '{}'),
    (156, '{ballpoint pen, ballpen, biro, kugelschreiber, stylo bille}', '{}'),
    (157, '{pencil, bleistift}', '{}'),
    (158, '{ring binder, lever arch file, ordner, aktenordner, classeur}', '{}'),
    (159, '{sticky note, haftnotiz}', '{}'),
    (160, '{adhesive tape, sticky tape, klebeband, ruban adhesif}', '{}'),
    (161, '{label, etikett, etiquette}', '{}'),
    (162, '{envelope, briefumschlag, enveloppe}', '{}'),
    (163, '{office chair, desk chair, burostuhl}', '{}'),
    (164, '{desk, schreibtisch}', '{}'),
    (165, '{desk lamp, schreibtischlampe}', '{}'),
    (166, '{light bulb, gluhbirne, leuchtmittel}', '{}'),
    (167, '{flashlight, torch, taschenlampe, lampe torche}', '{}'),
    (168, '{vacuum cleaner, hoover, staubsauger, aspirateur}', '{}'),
    (169, '{coffee machine, coffee maker, kaffeemaschine, cafetiere}', '{}'),
    (170, '{refrigerator, fridge, kuhlschrank, refrigerateur}', '{}'),
    (171, '{screw, schraube}', '{}'),
    (172, '{screwdriver, schraubendreher, schraubenzieher, tournevis}', '{}'),
    (173, '{cordless screwdriver, akkuschrauber, visseuse}', '{}'),
    (174, '{drill, bohrmaschine, perceuse}', '{}'),
    (175, '{spanner, wrench, schraubenschlussel}', '{}'),
    (176, '{pliers, zange}', '{}'),
    (177, '{glove, handschuh}', '{}'),
    (178, '{black, schwarz, noir}', '{}'),
    (179, '{white, weiss, weiß, blanc}', '{}'),
    (180, '{blue, blau, bleu}', '{}'),
    (181, '{red, rot, rouge}', '{}'),
    (182, '{green, grun, vert}', '{}'),
    (183, '{yellow, gelb, jaune}', '{}'),
    (184, '{gray, grey, grau, gris}', '{4}'),
    (185, '{aluminium, aluminum}', '{}')
  ) as seed(place, words, replaces)
  where (select count(*) from catalog.synonyms) < 1900
), first_groups as materialized (
  select id, right(id, 26)::integer as place, words from catalog.synonyms
  where id ~ '^syn_0{23}[0-9]{3}$' and updated_at = created_at
), wanted as materialized (
  select s.* from seeds s
  where s.replaces <@ array(select place from first_groups)
    and not exists (
      select 1 from catalog.synonyms o
      where (o.words && s.words or o.also_find && s.words)
        and not exists (select 1 from first_groups f where f.id = o.id)
    )
), replaced as (
  delete from catalog.synonyms o
  using first_groups f, wanted w
  where o.id = f.id and f.place = any(w.replaces)
)
insert into catalog.synonyms (id, language, words, also_find, created_at, updated_at)
select 'syn_' || lpad(place::text, 26, '0'), 'any', words, '{}', now(), now() from wanted;

-- German alone calls a mobile phone handy, which says something else in the other two.
insert into catalog.synonyms (id, language, words, also_find, created_at, updated_at)
select 'syn_' || lpad('186', 26, '0'), 'de', '{handy, smartphone, mobiltelefon}', '{}', now(), now()
where exists (select 1 from catalog.synonyms where id = 'syn_' || lpad('109', 26, '0'))
  and not exists (select 1 from catalog.synonyms where 'handy' = any(words || also_find));

-- A screen may be one to project on, so it is one-way.
insert into catalog.synonyms (id, language, words, also_find, created_at, updated_at)
select 'syn_' || lpad('187', 26, '0'), 'en', '{screen, display}', '{monitor}', now(), now()
where exists (select 1 from catalog.synonyms where id = 'syn_' || lpad('104', 26, '0'))
  and not exists (select 1 from catalog.synonyms where words && '{screen, display}' or also_find && '{screen, display}');
