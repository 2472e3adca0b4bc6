/** Prints the table of settings as documents: docs/reference/settings.md and .env.example. Pure. */
import { z } from 'zod';
import { described, GROUPS, patterns, READERS, type Setting, settings } from './table';

interface Entry extends Setting {
  name: string;
  /** The schema's own default. It is undefined where the schema has none. */
  value: string | undefined;
}

type Group = Setting['group'];

const WIDTH = 120;

/** Longer notes below the table of a group. */
const NOTES: Readonly<Partial<Record<Group, string>>> = {
  site: `\`TRUSTED_PROXIES\`: sign-in, registration and reports are limited by the address of the visitor. Behind a reverse proxy every
request comes from the proxy, so all visitors count as one, and 200 wrong passwords block sign-in for all of them.

- Set it to the number of proxies that each add themselves to \`X-Forwarded-For\` (nginx as in \`deploy/\`: 1; a CDN
  before it: 2, and nginx has to add itself to the header, see [Operate](../operate.md#5-proxy-and-tls)).
- That many entries are believed, counted from the right. With 0 none are, as any visitor can write the header. The log warns once if the
  header comes and is not believed.
- Set it no higher than the number of proxies: a visitor could then choose an address.`,
  storage: `The embedded database is for trials and small sites. It survives a killed process, but it never calls fsync, so a power cut can lose
the latest orders. Use PostgreSQL where that matters.

While PostgreSQL is away, the API responds with 503 and \`Retry-After\`, and it reconnects by itself. A statement may take 6 seconds, one of
an export 60, one of \`npm run import -w api\` 10 minutes, one of a migration an hour.`,
  payments: `The document of a venue names the variables that hold its payment secrets; it never holds them. Their names are free: those with
a \`*\` are the convention of the demo. With \`PAYMENTS=sandbox\`, \`npm start\` sets the addresses and the secrets of the demo.`,
  realtime: `Any number of API processes share one PostgreSQL, and tell each other of events through it; all of them have the same engine
([why](../decisions/database.md)). The embedded database is for one process: a second one waits 15 seconds for the first to end,
and is then refused.`,
  release: `Back up the key: without it nothing can be released to the shells that are in use. To change it, release a shell with the new public
key in \`REGISTRY_PUBLIC_KEYS\` first (\`openssl pkey -in new.pem -pubout -outform DER | tail -c 32 | base64\`), then sign with the new one.`,
};

function entries(group: Group): Entry[] {
  const named = Object.entries(settings).flatMap(([name, schema]) => {
    const setting = described.get(schema);
    return setting ? [{ name, ...setting, value: defaultOf(schema) }] : [];
  });
  const free = Object.entries(patterns).map(([name, setting]) => ({ name, ...setting, value: undefined }));
  return [...named, ...free].filter((entry) => entry.group === group);
}

function defaultOf(schema: z.ZodType): string | undefined {
  if (!(schema instanceof z.ZodDefault)) return undefined;
  const { defaultValue } = schema.def;
  return Array.isArray(defaultValue) ? undefined : String(defaultValue);
}

const groups = Object.entries(GROUPS) as [Group, string][];

/** Returns docs/reference/settings.md, with a table for each group. */
export function settingsPage(): string {
  const sections = groups.map(([group, title]) => {
    const rows = entries(group).map((entry) => {
      const shown = entry.default ?? (entry.value === undefined ? '' : `\`${entry.value}\``);
      const readers = entry.readers.map((reader) => READERS[reader]).join(', ');
      return `| \`${entry.name}\`${entry.secret ? ' (secret)' : ''} | ${shown} | ${entry.meaning} | ${readers} |`;
    });
    const note = NOTES[group];
    return [
      `## ${title}\n`,
      '| Setting | Default | Meaning | Read by |',
      '|---|---|---|---|',
      ...rows,
      ...(note ? [`\n${note}`] : []),
    ].join('\n');
  });
  return `# Settings

This page lists every environment variable that the product reads. \`npm run settings\` prints it, and [.env.example](../../.env.example), from
the table in \`settings/src/table.ts\`; edit the table, not the page.

- An empty value counts as not set.
- The API does not start with a wrong setting: it prints a sentence for each, with the setting, the value and what is allowed. The value of a secret
  is not printed.
- A trial needs none of them: \`npm start\` has a default for each.

${sections.join('\n\n')}
`;
}

/** Returns .env.example, with every setting commented out. Each has an example or its default; a secret has neither. */
export function environmentExample(): string {
  const sections = groups.map(([group, title]) => {
    const lines = entries(group).map(({ name, meaning, example, value, secret, ...entry }) => {
      const otherwise = entry.default ?? value;
      const comment = `${meaning}${otherwise === undefined ? '' : ` (default: ${otherwise})`}`;
      const shown = secret ? '' : (example ?? value ?? '');
      return `${asComment(comment)}\n#${name.replace('*', 'HALL')}=${quoted(shown)}`;
    });
    return [`# ---- ${title} ----`, ...lines].join('\n\n');
  });
  return `${asComment(
    'The settings of Foodhall. `npm run settings` prints this file from settings/src/table.ts; docs/reference/settings.md says more. No program reads it by itself: copy it to .env, remove the # before a setting, then run `set -a; . ./.env; set +a; npm start`.',
  )}\n\n${sections.join('\n\n')}\n`;
}

const quoted = (value: string) => (/^[\w./:@,-]*$/.test(value) ? value : `'${value}'`);

/** Writes lines with a # before them, without the links and code marks of markdown. */
function asComment(markdown: string): string {
  const plain = markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
  const lines: string[] = [];
  let line = '#';
  for (const word of plain.split(' ')) {
    if (line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = '#';
    }
    line += ` ${word}`;
  }
  return [...lines, line].join('\n');
}
