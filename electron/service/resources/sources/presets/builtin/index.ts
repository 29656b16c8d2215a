import threeCx from './3cx.json';
import amazonConnect from './amazon-connect.json';
import android from './android.json';
import asterisk from './asterisk.json';
import ciscoCucm from './cisco-cucm.json';
import earshotApi from './earshot-api.json';
import earshotCsv from './earshot-csv.json';
import freepbx from './freepbx.json';
import freeswitch from './freeswitch.json';
import genesysCloud from './genesys-cloud.json';
import grandstream from './grandstream.json';
import ringcentral from './ringcentral.json';
import teams from './teams.json';
import twilio from './twilio.json';
import vcon from './vcon.json';
import webexCalling from './webex-calling.json';
import yeastar from './yeastar.json';
import zoomPhone from './zoom-phone.json';

/**
 * The built-in presets by their keys: how each phone system names its recordings and writes its call details, in the form in which
 * a site exports its own. A further system is a further file.
 */
export const builtinPresets: Readonly<Record<string, { import_preset: object }>> = {
  '3cx': threeCx,
  'amazon-connect': amazonConnect,
  android: android,
  asterisk: asterisk,
  'cisco-cucm': ciscoCucm,
  'earshot-api': earshotApi,
  'earshot-csv': earshotCsv,
  freepbx: freepbx,
  freeswitch: freeswitch,
  'genesys-cloud': genesysCloud,
  grandstream: grandstream,
  ringcentral: ringcentral,
  teams: teams,
  twilio: twilio,
  vcon: vcon,
  'webex-calling': webexCalling,
  yeastar: yeastar,
  'zoom-phone': zoomPhone,
};
