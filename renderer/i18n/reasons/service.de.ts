import { translated } from '@shared/reasons/reasons';
import { service } from '@shared/reasons/service';

export const serviceDe = translated(service)({
  internal_error: 'In Earshot ist ein Fehler aufgetreten. Versuchen Sie es erneut.',
  not_found: 'Das gibt es nicht, oder Sie haben keinen Zugriff darauf.',
  wrong_method: 'Diese Adresse nimmt {methods:list} an.',
  busy: 'Zu viele Anfragen auf einmal. Versuchen Sie es gleich erneut.',
  not_http: 'Das ist keine HTTP-Anfrage.',
  expectation_unknown: 'Earshot erfüllt nur die Erwartung „100-continue“.',
  arrived_too_slowly: 'Die Anfrage kam zu langsam an.',
  headers_too_long: 'Die Kopfzeilen sind länger als {most:bytes}.',
  too_many_headers: 'Senden Sie höchstens {most:number} Kopfzeilen.',
  host_missing: 'Senden Sie eine Host-Kopfzeile und einen Pfad.',
  host_foreign: 'Dieser Dienst antwortet nur auf 127.0.0.1, localhost und [::1].',
  command_key_wrong: 'Diese Tür ist für Befehle des Besitzers des Datenordners.',
  web_page: 'Webseiten dürfen diesen Dienst nicht aufrufen.',
  address_too_long: 'Die Adresse ist länger als {most:bytes}.',
  not_json_type: 'Senden Sie den Inhalt als application/json in UTF-8.',
  body_encoded: 'Senden Sie den Inhalt ohne Content-Encoding.',
  not_json: 'Der Inhalt ist kein gültiges JSON.',
  property_twice: 'Der Inhalt hat eine Eigenschaft zweimal.',
  read_too_slowly: 'Die Antwort wurde zu langsam gelesen.',
  not_utf8: 'Der Inhalt ist kein gültiges UTF-8.',
  body_too_large: 'Der Inhalt darf höchstens {most:bytes} groß sein.',
  body_broken_off: 'Der Inhalt kam nicht vollständig an.',
  body_too_many_values: 'Der Inhalt darf höchstens {most:number} Werte haben.',
  body_too_deep: 'Der Inhalt ist tiefer als {most:number} Ebenen verschachtelt.',
  foreign_cursor: 'Gehört nicht zu dieser Liste; verwenden Sie next_url unverändert',
  stale: 'Dieser Eintrag wurde inzwischen geändert. Laden Sie ihn neu.',
  if_match_of_several: 'Gilt nur für einen einzelnen Datensatz',
  search_too_slow:
    'Die Suche dauerte länger als {seconds:number} Sekunden und wurde abgebrochen. Grenzen Sie sie ein, etwa nach Datum.',
  too_many_exports: 'Zu viele Exporte auf einmal. Warten Sie, bis einer fertig ist.',
  search_replaced: 'Eine neuere Suche derselben Ansicht hat diese ersetzt.',
  stopped: 'Das wurde abgebrochen, bevor es fertig war.',
  disk_full: 'Der Datenträger ist voll. Geben Sie Speicherplatz frei und versuchen Sie es erneut.',
  keychain_absent:
    'Auf diesem Computer ist kein Schlüsselbund erreichbar. Starten Sie unter Linux einen, etwa den GNOME-Schlüsselbund.',
  keychain_locked:
    'Der Schlüsselbund ist gesperrt oder antwortet nicht. Entsperren Sie ihn und versuchen Sie es erneut.',
  keychain_missing:
    'Der Schlüsselbund enthält keinen Schlüssel für dieses Archiv. Verwenden Sie das Notfallpaket, oder melden Sie sich am Computer als die Person an, die Earshot eingerichtet hat.',
  keychain_mismatch: 'Der Schlüsselbund enthält den Schlüssel eines anderen Archivs. Verwenden Sie das Notfallpaket.',
  no_active_key:
    'Es gibt keinen aktiven Schlüssel zum Verschlüsseln von Aufnahmen. Aktivieren oder erzeugen Sie einen.',
  stored_key_damaged: 'Ein gespeicherter Schlüssel lässt sich nicht öffnen. Vielleicht ist das Archiv beschädigt.',
  grant_damaged: 'Eine gespeicherte Freigabe lässt sich nicht öffnen. Vielleicht ist das Archiv beschädigt.',
  too_many_followers: 'Es sind zu viele Ereignisströme offen. Schließen Sie einen oder versuchen Sie es später erneut.',
  too_many_streams:
    'Es werden gerade zu viele Aufnahmen angehört oder heruntergeladen. Versuchen Sie es gleich erneut.',
});
