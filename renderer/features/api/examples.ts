/** The languages of the examples, with the names that people know them by. */
export const languages = [
  { id: 'curl', name: 'curl' },
  { id: 'typescript', name: 'TypeScript' },
  { id: 'python', name: 'Python' },
] as const;
export type Language = (typeof languages)[number]['id'];

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const newestCall = (url: string) => `${url}/api/v2/calls.json?limit=1`;

/** A first request to an address of the API. curl asks for the password; the others read a token from the environment. */
export const examples: Record<Language, (url: string, login: string) => string> = {
  curl: (url, login) => `curl -u ${quoted(login)} \\\n  '${newestCall(url)}'`,
  typescript: (url) => `const token = process.env.EARSHOT_TOKEN;
const answer = await fetch(
  '${newestCall(url)}',
  { headers: { authorization: 'Bearer ' + token } },
);
console.log(await answer.json());`,
  python: (url) => `import json, os, urllib.request
token = os.environ['EARSHOT_TOKEN']
request = urllib.request.Request(
  '${newestCall(url)}',
  headers={'Authorization': 'Bearer ' + token})
answer = urllib.request.urlopen(request)
print(json.load(answer))`,
};
