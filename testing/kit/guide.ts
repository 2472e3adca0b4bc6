/** The commands of the team guide, in its order. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from 'tooling/build/apps';

const GUIDE = 'docs/teams.md';
const HEADING = '## A remote in a repository of its own';

/**
 * The lines of the blocks that the section marks as `sh`, without comments.
 * @throws when the section or its commands are gone: then nothing would be tried
 */
export async function commandsOfGuide(): Promise<string[]> {
  const guide = await readFile(path.join(root, GUIDE), 'utf8');
  const [, section = ''] = guide.split(`${HEADING}\n`);
  const [text = ''] = section.split('\n## ');
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
  const commands = blocks
    .flatMap((block) => block.split('\n'))
    .map((line) => line.replace(/(^|\s)# .*$/, '').trim())
    .filter(Boolean);
  if (commands.length === 0) throw new Error(`${GUIDE} has no commands under '${HEADING.slice(3)}'.`);
  return commands;
}
