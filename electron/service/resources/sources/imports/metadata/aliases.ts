/** Names in other systems and in spreadsheets, in English and German, for our fields, by how sure they are of two for one field. */
const aliases: readonly (readonly [field: string, names: string, order?: number])[] = [
  [
    'file',
    'recording recordingfile recordingurl recordingfilename filename filepath url mediaurl audiofile downloadurl recordings',
  ],
  ['file', 'datei dateiname aufnahme aufnahmedatei aufzeichnung aufzeichnungsdatei tondatei'],
  ['setup_time', 'starttime startedat started start begin begintime date time startdate calldate calltime datetime'],
  [
    'setup_time',
    'starttimestamp timestamp callstart callstarttime startstamp startat datestarted dateandtime date/time',
  ],
  [
    'setup_time',
    'beginn begonnen startzeit anfang datum uhrzeit zeit zeitpunkt zeitstempel anrufzeit anrufdatum anrufbeginn',
  ],
  ['setup_time', 'gesprächsbeginn datum/uhrzeit datumuhrzeit datum,uhrzeit datum/zeit datumzeit', 0],
  // Where both are there, those of the user are local.
  ['setup_time', 'calluserdate callusertime', -1],
  ['setup_time', 'initiated initiatedat initiationtime initiationtimestamp', 1],
  ['setup_time', 'offered offeredat offeredtime', 2],
  ['setup_time', 'created datecreated createdat creationtime erstellt erstelltam', 4],
  ['setup_time', 'logged loggedat logtime', 5],
  ['setup_time', 'exported exportedat exporttime', 6],
  ['connect_time', 'answer answered answertime answerdate answeredat answerstamp connected connectedat dateconnected'],
  ['connect_time', 'angenommen angenommenum annahme annahmezeit verbunden'],
  [
    'disconnect_time',
    'end endtime enddate endat endedat ended endstamp stoptime finished finishedat hangup hanguptime dateended',
  ],
  ['disconnect_time', 'ende endzeit beendet gesprächsende anrufende aufgelegt'],
  [
    'duration',
    'billsec talk talktime talkduration talking conversation conversationtime conversationduration connectedtime',
  ],
  ['duration', 'gesprächsdauer gesprächszeit sprechzeit', 0],
  ['whole_duration', 'duration length calllength callduration totalduration durationseconds dauer länge anrufdauer'],
  ['ring_seconds', 'ringing ringtime ringduration ringtimeseconds klingelzeit klingeldauer'],
  ['from', 'from caller callfrom callerid clid callercallerid von anrufer absender'],
  ['from_number', 'callernumber callingnumber callingparty calleridnumber src source sourcenumber ani'],
  [
    'from_number',
    'anrufernummer nummerdesanrufers absendernummer quellnummer nummer(von) rufnummer(von) number(from) nummeranrufer rufnummeranrufer sourceextension',
  ],
  ['from_number', 'from.phonenumber from.number from.extensionnumber caller.phonenumber caller.number'],
  [
    'from_name',
    'originatinguser originator callername calleridname callingname anrufername namedesanrufers name(von) name(from) nameanrufer sourcename from.name caller.name',
  ],
  ['to', 'to callee called callto calledcallerid an nach zu angerufener ziel empfänger'],
  ['to_number', 'calleenumber callednumber calledparty dst dnis destination destinationnumber dialed dialednumber'],
  [
    'to_number',
    'zielnummer angerufenenummer gewähltenummer rufziel nummer(nach) rufnummer(nach) nummer(an) number(to) nummerangerufener rufnummerangerufener destinationextension digitsdialed',
  ],
  ['to_number', 'to.phonenumber to.number to.extensionnumber callee.phonenumber callee.number'],
  [
    'to_name',
    'destinationuser calleename calledname destinationname zielname name(nach) name(an) name(to) nameangerufener to.name callee.name',
  ],
  ['protocol_call_id', 'callsid sid callid uniqueid uuid calluuid anrufid gesprächsid'],
  // It may only count the rows.
  ['protocol_call_id', 'id', 1],
  ['protocol_tracking_id', 'linkedid'],
  ['direction', 'calldirection communicationtype richtung anrufrichtung'],
  ['acd_name', 'queue queuename warteschlange ringgroup ringgroups huntgroup skillgroup skill sammelanschluss'],
  ['agent', 'agent mitarbeiter bearbeiter agentin benutzer'],
  ['agent_name', 'user.name agent.name'],
  [
    'other',
    'externerpartner externername externenummer externalnumber externalparty contactphonenumber contactphone contactnumber dialnumber',
  ],
  ['other', 'contactname customerphone customerphonenumber customername customer kunde rawdigits'],
  [
    'own',
    'internenummer internernummer internalnumber internerteilnehmer nebenstelle durchwahl extension ext trackingnumber',
  ],
  ['agent_name', 'agentname mitarbeitername username handlingusername'],
  ['categories', 'category kategorie kategorien'],
  // Not fields of a call: whether it was answered, and perhaps a recording.
  ['disposition', 'disposition'],
  ['call_type', 'calltype anruftyp type typ art anrufart'],
  ['userfield', 'userfield'],
  ['', 'fromformatted toformatted'],
];
/** The field and the order of a column, by its folded name. */
export const byAlias: ReadonlyMap<string, { field: string; order: number }> = new Map(
  aliases.flatMap(([field, names, order = 0]) => names.split(' ').map((name) => [name, { field, order }] as const)),
);
